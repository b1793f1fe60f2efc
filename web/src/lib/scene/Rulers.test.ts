import { render } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import Rulers from './Rulers.svelte';

const told = (turned: boolean) => {
  const { container } = render(Rulers, { size: [1800, 700], measured: true, unit: 1, turned });
  return [...container.querySelectorAll('text')].map((text) => `${text.textContent} at ${text.getAttribute('x')}`).slice(0, 3);
};

it('a ruler tells the inches that the log tells, also of a table that is seen turned', () => {
  expect(told(false)).toEqual(['0″ at 0', '6″ at 600', '12″ at 1200']);
  expect(told(true)).toEqual(['0″ at 1800', '6″ at 1200', '12″ at 600']);
});
