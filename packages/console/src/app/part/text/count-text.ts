/** Writes a count with its noun: `1 day`, `2 days`, `1,024 leaves`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
