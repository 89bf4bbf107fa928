import { existsSync } from 'node:fs'

/** Tells whether a file that a test needs and the repository cannot hold is there; says so when it is not. */
export function isFilePresent(path: string | URL): boolean {
  return canRun(existsSync(path), `there is no ${String(path)}`)
}

/** Passes on whether a test can run; says why when it cannot. */
export function canRun(condition: boolean, why: string): boolean {
  if (!condition) console.log(`skipped: ${why}`)
  return condition
}
