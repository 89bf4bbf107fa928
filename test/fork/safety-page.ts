import { readFileSync } from 'node:fs'

/** The page that counts what runs on a chain: the tests that run it compare the figures with their own. */
export const safetyPage = readFileSync(new URL('../../docs/safety.md', import.meta.url), 'utf8')
