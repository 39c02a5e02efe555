/** Names the cell that made a key, a tracking id or a link: a router in front of several cells reads it from the first characters. */
export const CELL_PREFIX = '00'
