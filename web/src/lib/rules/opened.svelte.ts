/** The rule that lies open beside the page, where one does. */
class Opened {
  book = $state('');
  rule = $state('');

  show(book: string, rule: string): void {
    [this.book, this.rule] = [book, rule];
  }

  close(): void {
    this.rule = '';
  }
}

export const opened = new Opened();
