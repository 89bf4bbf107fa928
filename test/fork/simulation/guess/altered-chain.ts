import type { Chain, Rpc, RpcAnswer, RpcCall } from '@vaultwright/chain'

/** Alters an answer: of which question, and of how many that were asked with it. */
export type Alteration = (call: RpcCall, answer: RpcAnswer, count: number) => RpcAnswer

/** A chain whose node answers otherwise. */
export function chainWith(chain: Chain, alter: Alteration): Chain {
  const rpc: Rpc = {
    ...chain.rpc,
    ask: async (calls) => {
      const answers = await chain.rpc.ask(calls)
      return answers.map((answer, index) => alter(calls[index]!, answer, calls.length))
    },
  }
  return { ...chain, rpc }
}
