/** The longest text of a scenario, in bytes, as the server has it. */
export const LONGEST = 256 * 1024;

/** The text of a file that was dropped or chosen. What cannot be a scenario is refused with a sentence. */
export async function readText(file: Blob & { name?: string }): Promise<string> {
  const name = file.name ? `'${file.name}'` : 'The file';
  if (file.size > LONGEST) {
    throw new Error(`${name} has ${Math.ceil(file.size / 1024)} KB, but a scenario has ${LONGEST / 1024} KB at most.`);
  }
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Error(`${name} cannot be read. A scenario is one text file; folders and links are not taken.`);
  });
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`${name} is not a text: it has bytes that are no UTF-8. A scenario is a text file, such as 'mine.toml'.`);
  }
  if (!text.trim()) throw new Error(`${name} is empty. A scenario to start from can be saved as a file on this page.`);
  return text;
}

/** Where a line and a column, both from 1, stand in a text. */
export function placeOf(text: string, line: number, column: number): number {
  let at = 0;
  for (let i = 1; i < line; i++) {
    const next = text.indexOf('\n', at);
    if (next < 0) return text.length;
    at = next + 1;
  }
  // Columns count characters as people do; a text in the browser counts those beyond the basic plane twice.
  const [here = ''] = text.slice(at).split('\n', 1);
  return at + [...here].slice(0, column - 1).join('').length;
}
