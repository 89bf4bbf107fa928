import { printControlWitness, solveControl } from '@vaultwright/access-control'
import { openChain, readControlState } from '@vaultwright/chain'
import { expect, test } from 'vitest'
import { generatorOf } from '../../../support/evm/control/random-state.ts'
import { controlContractsOf } from '../../../support/node/control-contract.ts'
import { localChainOfTest } from '../../../support/node/local-chain.ts'

type Proof = { accountProof: string[]; storageProof: { key: string; proof: string[] }[] }
type Log = { topics: string[] }

/** The kinds of lies: what is changed of an answer, and how often one of them is tried. */
const lies = {
  'account node changed': 15,
  'account node withheld': 15,
  'storage node changed': 15,
  'storage node withheld': 15,
  'code changed': 10,
  'log withheld': 20,
  'all logs refused': 1,
  'log of another user': 9,
} as const
type LieKind = keyof typeof lies

test('law: 100 withheld or forged answers are refused with their place, or leave a list incomplete by name', async () => {
  const local = await localChainOfTest()
  const contracts = controlContractsOf(local, 'Control')
  const { rpc } = local.anvil
  const honest = await openChain(rpc, { id: 31337 })
  const block = await honest.readBlock('latest')
  const whole = await readControlState(honest, { contracts, block })
  const answerOf = (reading: (typeof whole)['reading']) =>
    JSON.stringify(solveControl(reading.state), (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )
  const truth = answerOf(whole.reading)

  /** Reads through a node that tells one lie, in the answer that the seed picks. */
  const readWith = async (kind: LieKind, seed: number) => {
    const { int } = generatorOf(seed)
    // The answer that is changed: counted over those that can be.
    let countdown = kind === 'all logs refused' ? 0 : int(kind.startsWith('log') ? 4 : 12)
    const chain = await openChain(
      {
        ...rpc,
        ask: async (calls) => {
          const answers = await rpc.ask(calls)
          return answers.map((answer, index) => {
            if (!answer.ok || !fits(kind, calls[index]!.method, answer.value)) return answer
            if (countdown-- !== 0) return answer
            if (kind === 'all logs refused')
              return { ok: false, error: { code: -32602, message: 'too many logs', data: null } }
            return { ...answer, value: changed(kind, structuredClone(answer.value), int) }
          })
        },
      } as typeof rpc,
      { id: 31337 },
    )
    return readControlState(chain, { contracts, block })
  }

  const outcomes = new Map<string, number>()
  const wrong: string[] = []
  const note = (kind: LieKind, outcome: string) =>
    outcomes.set(`${kind}: ${outcome}`, (outcomes.get(`${kind}: ${outcome}`) ?? 0) + 1)
  for (const [index, [kind, count]] of Object.entries(lies).entries()) {
    for (let turn = 0; turn < count; turn++) {
      try {
        const { reading, hasLogs } = await readWith(kind as LieKind, index * 1_000 + turn)
        const hidden = reading.completeness.filter(({ isComplete }) => !isComplete)
        const isNamed = hidden.length > 0 && hidden.every(({ contract }) => contract.length === 42)
        // A log that told of what is zero now, or what another log tells too, takes nothing away.
        const isTruth = answerOf(reading) === truth && hidden.length === 0
        if (isNamed) note(kind as LieKind, 'incomplete by name')
        else if (isTruth)
          note(kind as LieKind, hasLogs ? 'the same answer' : 'the same, without logs')
        else wrong.push(`${kind} ${turn}: another answer that calls itself complete`)
      } catch (error) {
        const { code, facts } = error as { code?: string; facts?: Record<string, unknown> }
        const place = facts?.account ?? facts?.address ?? facts?.part
        if (code === undefined || place === undefined) wrong.push(`${kind} ${turn}: ${error}`)
        else note(kind as LieKind, `refused, ${code}`)
      }
    }
  }
  console.info([...outcomes].map(([name, count]) => `${name}: ${count}`).join('\n'))
  expect(wrong).toEqual([])
  const total = [...outcomes.values()].reduce((sum, count) => sum + count, 0)
  expect(total).toBe(100)
  const noticed = [...outcomes].filter(([name]) => !name.includes('the same'))
  expect(noticed.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(70)
  expect(printControlWitness(whole.witness).length).toBeGreaterThan(1_000)
})

function fits(kind: LieKind, method: string, value: unknown): boolean {
  if (kind.startsWith('account')) return method === 'eth_getProof'
  if (kind.startsWith('storage'))
    return method === 'eth_getProof' && (value as Proof).storageProof.some(isLong)
  if (kind === 'code changed') return method === 'eth_getCode' && String(value).length > 100
  return method === 'eth_getLogs' && (value as Log[]).length > 0
}

/** A proof with a node beside the root, which other proofs bring as well. */
function isLong({ proof }: Proof['storageProof'][number]): boolean {
  return proof.length > 1
}

function changed(kind: LieKind, value: unknown, int: (count: number) => number): unknown {
  const flip = (hex: string) => {
    const place = 4 + int(hex.length - 4)
    const digit = hex[place] === '0' ? '1' : '0'
    return `${hex.slice(0, place)}${digit}${hex.slice(place + 1)}`
  }
  if (kind === 'code changed') return flip(String(value))
  if (kind === 'log withheld') return (value as Log[]).toSpliced(int((value as Log[]).length), 1)
  if (kind === 'log of another user') {
    const logs = value as Log[]
    const log = logs[int(logs.length)]!
    log.topics = log.topics.map((topic, index) => (index === 0 ? topic : flip(topic)))
    return logs
  }
  const proof = value as Proof
  const list = kind.startsWith('account')
    ? proof.accountProof
    : proof.storageProof.filter(isLong)[0]!.proof
  const last = list.length - 1
  if (kind.endsWith('withheld')) list.splice(last, 1)
  else list[last] = flip(list[last]!)
  return proof
}
