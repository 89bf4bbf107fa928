import { type LruMap, openLruMap } from '@vaultwright/base'
import {
  type BlockCall,
  type BlockCallResult,
  MissingAnswerError,
  type Reads,
} from '@vaultwright/builder'
import type { Chain } from '@vaultwright/chain'

/** Remembers what one block of a chain answered: the newest that was read. */
export type BlockMemory = {
  /**
   * Reads from one block. What any reader of it has asked, or is asking, is not asked again.
   *
   * @returns a reader that throws what the chain throws; a failure is not remembered.
   */
  readonly at: (chain: Pick<Chain, 'readCalls'>, block: Block) => Reads
}

type Block = Awaited<ReturnType<Chain['readBlock']>>
type Answers = LruMap<string, Promise<BlockCallResult>>

/** Questions of a block that are remembered: balances, allowances and decimals of a few hundred builds. */
const maxAnswers = 10_000

/** Opens an empty memory. */
export function openBlockMemory(): BlockMemory {
  let hash: string | null = null
  let answers: Answers = openLruMap({ maxEntries: maxAnswers })
  return {
    at: (chain, block) => {
      // Another block of the same number has another state.
      if (hash !== block.hash) answers = openLruMap({ maxEntries: maxAnswers })
      hash = block.hash
      return readsOf(chain, block, answers)
    },
  }
}

function readsOf(chain: Pick<Chain, 'readCalls'>, block: Block, answers: Answers): Reads {
  return (calls) => {
    const remembered = calls.map((call) => answers.get(callKeyOf(call)))
    const open = calls.filter((_, at) => remembered[at] === undefined)
    if (open.length === 0) return Promise.all(remembered.map((answer) => answer!))
    const pending = chain.readCalls(open, block)
    const asking = open.map((call, at) => {
      const answer = pending.then((all) => all[at] ?? Promise.reject(new MissingAnswerError()))
      const key = callKeyOf(call)
      answer.catch(() => answers.delete(key))
      answers.set(key, answer)
      return answer
    })
    let next = 0
    return Promise.all(remembered.map((answer) => answer ?? asking[next++]!))
  }
}

/** Names a question of a block. */
export function callKeyOf({ to, data }: BlockCall): string {
  return `${to.toLowerCase()}${data}`
}
