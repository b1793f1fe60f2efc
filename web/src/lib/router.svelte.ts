/** Where we are: the parts of the path behind the '#', and what stands behind its '?'. */
class Route {
  parts = $state<string[]>([]);
  query = $state(new URLSearchParams());

  constructor() {
    this.#read();
    addEventListener('hashchange', () => this.#read());
  }

  #read(): void {
    const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?', 2);
    this.parts = path.split('/').filter(Boolean).map(decodeURIComponent);
    this.query = new URLSearchParams(query);
  }
}

export const route = new Route();

/** The address of a page. */
export function to(...parts: string[]): string {
  return '#/' + parts.map((part) => encodeURIComponent(part).replaceAll('%3A', ':')).join('/');
}

export function go(address: string): void {
  location.hash = address;
}

/** Writes what the page shows into its address, without a step back to it. */
export function note(address: string): void {
  if (location.hash !== address) history.replaceState(history.state, '', address);
}
