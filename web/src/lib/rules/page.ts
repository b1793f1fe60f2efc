// The rulebook page: Markdown with an anchor at each statement, read into blocks that are drawn as elements.

export type Span =
  | { kind: 'text' | 'strong' | 'em' | 'code'; text: string }
  | { kind: 'link'; text: string; anchor: string };
export type Block = {
  kind: 'heading' | 'statement' | 'paragraph';
  level: number;
  anchors: string[];
  spans: Span[];
};

/** The anchor of a citation. */
export function anchorOf(citation: string): string {
  return citation.toLowerCase().replace(/[^a-z0-9.:-]/g, '-');
}

/** Reads a page. Lines that go on a paragraph or a statement are joined to it. */
export function readPage(page: string): Block[] {
  const blocks: Block[] = [];
  let open: { kind: Block['kind']; level: number; text: string } | null = null;
  const close = () => {
    if (open) blocks.push(blockOf(open.kind, open.level, open.text));
    open = null;
  };
  for (const line of page.split('\n')) {
    const heading = /^(#{1,6}) (.*)$/.exec(line);
    const item = /^( *)- (.*)$/.exec(line);
    if (heading) {
      close();
      blocks.push(blockOf('heading', heading[1]?.length ?? 1, heading[2] ?? ''));
    } else if (item) {
      close();
      open = { kind: 'statement', level: (item[1]?.length ?? 0) / 2, text: item[2] ?? '' };
    } else if (!line.trim()) {
      close();
    } else if (open) {
      open.text += ` ${line.trim()}`;
    } else {
      open = { kind: 'paragraph', level: 0, text: line.trim() };
    }
  }
  close();
  return blocks;
}

function blockOf(kind: Block['kind'], level: number, text: string): Block {
  const anchors = [...text.matchAll(/<a id="([^"]+)"><\/a>/g)].flatMap((found) => found[1] ?? []);
  return { kind, level, anchors, spans: spansOf(text.replace(/<a id="[^"]+"><\/a>/g, '')) };
}

const MARKS = /\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`|\[([^\]]+)\]\(#([^)]+)\)/g;

/** Splits a text into spans. */
export function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const found of text.matchAll(MARKS)) {
    if (found.index > at) spans.push({ kind: 'text', text: text.slice(at, found.index) });
    const [whole, strong, em, code, link, anchor] = found;
    if (strong) spans.push({ kind: 'strong', text: strong });
    else if (em) spans.push({ kind: 'em', text: em });
    else if (code) spans.push({ kind: 'code', text: code });
    else spans.push({ kind: 'link', text: link ?? '', anchor: anchor ?? '' });
    at = found.index + whole.length;
  }
  if (at < text.length) spans.push({ kind: 'text', text: text.slice(at) });
  return spans;
}

/** The words of a block. */
export function wordsOf(block: Block): string {
  return block.spans.map((span) => span.text).join('');
}

/** The blocks that a citation leads to: the statement, or the section with all that stands in it. */
export function cited(blocks: Block[], citation: string): Block[] {
  const anchor = anchorOf(citation);
  const at = blocks.findIndex((block) => block.anchors.includes(anchor));
  const found = blocks[at];
  if (!found) return [];
  if (found.kind !== 'heading') return [found];
  const rest = blocks.slice(at + 1);
  const end = rest.findIndex((block) => block.kind === 'heading' && block.level <= found.level);
  return [found, ...(end < 0 ? rest : rest.slice(0, end))];
}

/** The statements in which all words occur. */
export function search(blocks: Block[], words: string): Block[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (!wanted.length) return [];
  return blocks.filter((block) => {
    const text = `${wordsOf(block)} ${block.anchors.join(' ')}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
