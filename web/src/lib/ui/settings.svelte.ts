type Light = 'auto' | 'day' | 'night';

/** What this browser remembers of how its owner likes the table. */
class Settings {
  light = $state<Light>(read('light', 'auto') as Light);
  sound = $state(read('sound', 'off') === 'on');
  /** How its owner is told that a decision is his: in the title, by a notice of the browser, by a sound. */
  titled = $state(read('titled', 'on') === 'on');
  notify = $state(read('notify', 'off') === 'on');
  chime = $state(read('chime', 'off') === 'on');
  hints = $state(read('hints', 'on') === 'on');
  /** Are long lists of what can be touched on the table open? */
  lists = $state(read('lists', 'off') === 'on');

  constructor() {
    this.#dress();
  }

  setLight(light: Light): void {
    this.light = light;
    localStorage.setItem('light', light);
    this.#dress();
  }

  setSound(on: boolean): void {
    this.sound = on;
    localStorage.setItem('sound', on ? 'on' : 'off');
  }

  setTitled(on: boolean): void {
    this.titled = on;
    localStorage.setItem('titled', on ? 'on' : 'off');
  }

  setChime(on: boolean): void {
    this.chime = on;
    localStorage.setItem('chime', on ? 'on' : 'off');
  }

  setHints(on: boolean): void {
    this.hints = on;
    localStorage.setItem('hints', on ? 'on' : 'off');
  }

  setLists(on: boolean): void {
    this.lists = on;
    localStorage.setItem('lists', on ? 'on' : 'off');
  }

  /** Asks the browser for leave to notify, where it has not given it yet. */
  async setNotify(on: boolean): Promise<void> {
    const granted = on && 'Notification' in window && (await Notification.requestPermission()) === 'granted';
    this.notify = granted;
    localStorage.setItem('notify', granted ? 'on' : 'off');
  }

  #dress(): void {
    if (this.light === 'auto') delete document.documentElement.dataset['light'];
    else document.documentElement.dataset['light'] = this.light;
  }
}

function read(name: string, otherwise: string): string {
  return localStorage.getItem(name) ?? otherwise;
}

export const settings = new Settings();
