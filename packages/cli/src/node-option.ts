import type { Options } from './command.ts'

/** The options by which a person names a node and a block of it. */
export const nodeOptions = {
  'rpc-url': {
    kind: 'list',
    value: 'url',
    describe:
      'A node to ask, several in a row or with commas between; else <CHAIN>_RPC_URL of the environment',
  },
  chain: {
    kind: 'text',
    value: 'name',
    describe: 'The chain that the node must be on: name or id, as in mainnet, base, local or 8453',
  },
  block: {
    kind: 'text',
    value: 'block',
    describe: 'Number, hash, latest, safe or finalized; latest when not given',
  },
} as const satisfies Options

/** What a person says of a node. */
export type NodeWords = {
  readonly 'rpc-url': readonly string[]
  readonly chain: string | undefined
  readonly block: string | undefined
}

/** Tells whether a person asks for a chain at all. */
export function isNodeWanted({ 'rpc-url': urls, chain, block }: NodeWords): boolean {
  return urls.length > 0 || chain !== undefined || block !== undefined
}
