import {
  type ForkPool,
  openRecording,
  type Recorder,
  type Rpc,
  type RpcAnswer,
  RpcAnswerError,
} from '@vaultwright/chain'

/** Reads a chain id from a node's answer. */
export function chainIdIn(answer: Awaited<ReturnType<Rpc['ask']>>[number] | undefined): number {
  const value = answer?.ok === true ? answer.value : null
  if (typeof value === 'string' && /^0x[0-9a-fA-F]{1,13}$/.test(value)) return Number(value)
  throw new RpcAnswerError('eth_chainId', 'it is not a chain id')
}

/** The facts of a run that are recorded beside the nodes' answers, by name; values as JSON has them. */
export type RunFacts = { readonly [name: string]: unknown }

const forkChannel = 'moving:fork'
/** The channel of the questions to forks about the block below them. */
const recallChannel = 'moving:recall'
const factChannel = 'run'
const silence: RpcAnswer = {
  ok: false,
  error: { code: -32_603, message: 'no answer', data: null },
}

/** Records a fact of the run itself, as the answer to a question that no node is asked. */
export async function recordFacts(recorder: Recorder, facts: RunFacts): Promise<void> {
  const source: Rpc = {
    name: 'this run',
    ask: async (calls) => calls.map(({ method }) => ({ ok: true, value: facts[nameIn(method)] })),
    close: async () => {},
  }
  await recorder.record(source, factChannel).ask(Object.keys(facts).map(factCall))
}

/** Makes a pool of forks that records what its forks answer. */
export function recordedPool(pool: ForkPool, recorder: Recorder): ForkPool {
  return {
    ...pool,
    run: (place, work) =>
      pool.run(place, async (fork) => {
        await recordFacts(recorder, { forkVersion: fork.version })
        const recalled: Rpc = {
          ...fork.rpc,
          ask: (calls) =>
            Promise.all(calls.map(async (one) => (await fork.recall(one)) ?? silence)),
        }
        const recall = recorder.record(recalled, recallChannel)
        const rpc = recorder.record(fork.rpc, forkChannel)
        const changed = recorder.record({ ...fork.rpc, ask: fork.change }, forkChannel)
        return work({
          ...fork,
          rpc,
          recall: async (call) => (await recall.ask([call]))[0],
          // A recorder asks nothing where there is no question, and the fork marks what it goes back to.
          change: (calls) => (calls.length === 0 ? fork.change(calls) : changed.ask(calls)),
        })
      }),
  }
}

/** A run that was recorded, as the ports that it used. */
export type Replay = {
  readonly rpc: Rpc
  readonly chainId: number
  readonly pool: ForkPool
  /** Reads a recorded fact. Throws CassetteMissError when it is not there. */
  readonly fact: (name: string) => Promise<unknown>
}

/** Opens a recording of a run, which needs no node and no Anvil. */
export async function openReplay(text: string): Promise<Replay> {
  const rpc = openRecording(text)
  const facts = openRecording(text, factChannel)
  const fact = async (name: string) => {
    const [answer] = await facts.ask([factCall(name)])
    return answer?.ok === true ? answer.value : undefined
  }
  const [answer] = await rpc.ask([{ method: 'eth_chainId', params: [] }])
  const idle = { forks: 0, busy: 0, waiting: 0, started: 0, pids: [] }
  const pool: ForkPool = {
    run: async ({ block }, work) => {
      const version = String(await fact('forkVersion'))
      const rpc = openRecording(text, forkChannel)
      const recalled = openRecording(text, recallChannel)
      return work({
        rpc,
        block,
        version,
        recall: async (call) => (await recalled.ask([call]))[0],
        remember: async () => undefined,
        change: (calls) => rpc.ask(calls),
        replay: () => {},
      })
    },
    warm: async () => {},
    stats: () => idle,
    close: async () => {},
  }
  return { rpc, chainId: chainIdIn(answer), pool, fact }
}

function factCall(name: string) {
  return { method: `vaultwright_${name}`, params: [] }
}

function nameIn(method: string): string {
  return method.slice('vaultwright_'.length)
}
