import { describe, expect, it } from 'vitest';
import { anchorOf, cited, readPage, search, wordsOf } from './page';

const PAGE = `# The book

Some words
go on here.

## <a id="6.0"></a>Bombardment (6.0)

- <a id="6.0:roll"></a>**6.0** One die is rolled; [R9](#r9) says how.
- <a id="6.0:cavalry"></a>**6.0** *Cavalry* suffers more.
  - <a id="6.0:sub"></a>A part of it.

## <a id="7.0"></a>Movement (7.0)

- <a id="7.0:a"></a>**7.0** Units move.
`;

describe('the rulebook page', () => {
  const blocks = readPage(PAGE);

  it('joins lines that go on, and keeps anchors and levels', () => {
    expect(blocks.map((block) => block.kind)).toEqual([
      'heading', 'paragraph', 'heading', 'statement', 'statement', 'statement', 'heading', 'statement',
    ]);
    expect(blocks[1] && wordsOf(blocks[1])).toBe('Some words go on here.');
    expect(blocks[5]?.level).toBe(1);
    expect(blocks[3]?.spans).toContainEqual({ kind: 'link', text: 'R9', anchor: 'r9' });
  });

  it('finds the statement of a citation, and all statements of a section', () => {
    expect(anchorOf('HE/SA:soft cover')).toBe('he-sa:soft-cover');
    expect(cited(blocks, '6.0:cavalry').map(wordsOf)).toEqual(['6.0 Cavalry suffers more.']);
    expect(cited(blocks, '6.0')).toHaveLength(4);
    expect(cited(blocks, '9.9')).toEqual([]);
  });

  it('searches by all the words', () => {
    expect(search(blocks, 'cavalry more')).toHaveLength(1);
    expect(search(blocks, 'cavalry move')).toHaveLength(0);
  });
});
