/** What parses a reading, and what spells the result as it is kept. */
export const entries: readonly string[]
/** The file: path → text. */
export function make(): ReadonlyMap<string, string>
/** Reads every module that the entries reach when they run: path → text; of other packages their versions. */
export function readModules(): ReadonlyMap<string, string>
/** Computes the fingerprint of modules: path → text. */
export function fingerprintOf(modules: ReadonlyMap<string, string>): string
