import { expect, it } from 'vitest';
import { namesOf } from './names';

const named = (...names: string[]) => [...namesOf(names.map((name, id) => ({ id, name, army: 'british' }))).values()].map((lines) => lines.join(' / '));

it('lays a name out in two lines, cut between words', () => {
  expect(named('2nd Suffolks', '1st Royal West Kents', '1st Rifles', '2nd Argyll and Sutherland')).toEqual([
    '2nd / Suffolks', '1st Royal / West Kents', '1st Rifles', '2nd Argyll / Sutherland',
  ]);
});

it('tells units apart by what stands behind the comma, where they are called the same before it', () => {
  expect(named('MG companies, 4th Guards', 'MG companies, 228th Division', '1st Rifles, in reserve')).toEqual(['MG c. / 4th Guards', 'MG c. / 228th', '1st Rifles']);
});

it('tells units apart whose names begin alike', () => {
  expect(named("2nd King's Own Yorkshire LI", "2nd King's Own Scottish Borderers")).toEqual(['2nd K.O. / Yorkshire', '2nd K.O. / Scottish']);
  expect(named('I/Field Artillery 4', 'I/Field Artillery 40', 'II/Field Artillery 4', 'II/Field Artillery 40')).toEqual([
    'I/Field A. / 4', 'I/Field A. / 40', 'II/Field A / 4', 'II/Field A / 40',
  ]);
});

it('a word that would be cut by a few letters is set narrower, and whole', () => {
  const named = namesOf([{ id: 1, army: 'German', name: 'I/Grenadiers' }, { id: 2, army: 'German', name: 'II/Musketeers' }, { id: 3, army: 'German', name: 'Reichswehrbataillon' }]);
  expect([...named.values()]).toEqual([['I/Grenadiers'], ['II/Musketeers'], ['Reichsweh.']]);
});
