import { fileSystem } from './file-system.ts'

/** The version of this package, as its manifest says it. */
export const version: string = JSON.parse(
  fileSystem.readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).version
