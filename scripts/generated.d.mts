/** The makers that need nothing but the sources. */
export const makers: readonly string[]
/** Lists the paths whose files are not what was made, or not there. */
export function staleOf(files: ReadonlyMap<string, string | Uint8Array>): readonly string[]
