import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const packaged = fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url))

/** The Node that programs of their own need, where the machine's is older. */
export const ownNode = existsSync(packaged) ? packaged : process.execPath
