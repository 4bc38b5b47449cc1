/** Unique ids; `crypto.randomUUID` needs https. */
export function newId(): string {
  return randomHex(16);
}

export function randomHex(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
