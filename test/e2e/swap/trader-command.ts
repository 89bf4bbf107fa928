import { join } from 'node:path'
import type { LocalChain } from '@vaultwright/chain'
import { root } from '../program.ts'

const definition = join(root, 'fixtures/definitions/local-eth.yaml')

/** The words of a command about swaps of the local chain's trader, by his vault's definition. */
export function traderCommand(
  { anvil }: LocalChain,
  verb: string,
  words: readonly string[],
): readonly string[] {
  const place = ['--definition', definition, '--strategist', 'trader', '--rpc-url', anvil.url]
  return ['swap', verb, ...words, ...place]
}
