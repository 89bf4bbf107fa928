import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { damagedAt, evenly, type HonestAnswer, honest } from '../../support/call/saved-answer.ts'
import { orderAnswer, termsOfSale } from '../../support/swap/order-answer.ts'
import { leafPathsOf } from '../../support/swap/quote-damage.ts'
import { root, run, scratch } from '../program.ts'

const folder = scratch()
const tree = join(root, 'fixtures/chain/trees/local-eth-trader.json')
/** An order expires by the clock of the program. */
const validTo = BigInt(Math.floor(Date.now() / 1_000)) + 86_400n
const order = { data: await orderAnswer(termsOfSale({ validTo })) }

/** The words that give the program what an answer is checked by. */
function inputsOf({ kind, inputs }: HonestAnswer): readonly string[] {
  const file = (name: 'request' | 'quote' | 'days' | 'accounts', text: string | null) => {
    if (text === null) return []
    const path = join(folder, `${kind}-${name}.json`)
    writeFileSync(path, text)
    return [`--${name}`, path]
  }
  return [
    ...file('request', JSON.stringify(inputs.request)),
    ...(inputs.tree === null ? [] : ['--tree', tree]),
    ...file('quote', inputs.quote),
    ...file('days', inputs.days),
    ...file('accounts', inputs.accounts),
  ]
}

test.each(honest)(
  'law: through the program an honest answer of $kind ends with 0, and a damaged one with 1 and its place',
  (one) => {
    const answer = one.kind === 'limit_order' ? order : one.answer
    const path = join(folder, `${one.kind}.json`)
    // Which of several decoders stands at an address, and the time of the block, is the chain's to say.
    const words = ['check', path, ...inputsOf(one), '--allow-conditional', '--json']
    const check = (text: string) => {
      writeFileSync(path, text)
      const { code, out } = run(words)
      return { code, answer: JSON.parse(out) }
    }
    expect(check(JSON.stringify(answer))).toMatchObject({ code: 0, answer: { kind: one.kind } })
    const paths = leafPathsOf(answer).filter((parts) => one.isRead(parts.join('.')))
    const damaged = evenly(
      evenly(paths, 20).flatMap((parts) => damagedAt(answer, parts)),
      4,
    )
    expect(damaged.length).toBeGreaterThanOrEqual(4)
    for (const { place, text } of damaged) {
      const { code, answer: verdict } = check(text)
      expect({ code, answer: verdict.answer }, place).toEqual({ code: 1, answer: 'no' })
      expect(messagesOf(verdict), place).toMatch(placePattern(place, text))
    }
  },
)

type Verdict = {
  readonly reasons: readonly { readonly weight: string; readonly message: string }[]
}

function messagesOf({ reasons }: Verdict): string {
  const problems = reasons.filter(({ weight }) => weight === 'no')
  return problems.map(({ message }) => message.toLowerCase()).join(' ')
}

/** The name of a place: one of its keys in the singular, the value that stands there now, or a call of the calldata. */
function placePattern(place: string, text: string): RegExp {
  const [path = '', digit] = place.split(' ')
  // What the interface does not have is named by its schema.
  if (digit !== undefined) return /call \d|calldata|byte|calls \d|as the interface has it/
  const keys = path.split('.').filter((key) => !/^\d+$|^data$/.test(key))
  const value = path
    .split('.')
    .reduce((part: object, key) => Object(part)[key], JSON.parse(text) as object)
  const names = [
    ...keys.map((key) => key.replace(/s$/, '')),
    String(value),
    'as the interface has it',
  ]
  return new RegExp(names.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, '.')).join('|'))
}
