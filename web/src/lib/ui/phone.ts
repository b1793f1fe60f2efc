/** Where the decision lies under the table, as in the styles of the table page. */
const PHONE = '(max-width: 760px), (max-width: 1000px) and (orientation: portrait)';

export const isPhone = (): boolean => matchMedia(PHONE).matches;
