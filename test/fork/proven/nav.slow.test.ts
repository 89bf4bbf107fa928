import { BaseError } from '@vaultwright/base'
import { parseReadingWitness, printReadingWitness, replayReadingWitness } from '@vaultwright/check'
import { expect, test } from 'vitest'
import { openRandom } from '../../../scripts/vector/random.mjs'
import { localChainOfTest } from '../../support/node/local-chain.ts'
import { localVault, readLocalNav } from '../../support/proven/local-nav.ts'

type Random = ReturnType<typeof openRandom>

/** Parts that are damaged in turn, so that each is as often as its size does not say. */
const parts = [
  'nodes',
  'codes',
  'header',
  'plan',
  'observed',
  'logsFrom',
  'spenders',
  'unread',
  'result',
  'hardfork',
  'chainId',
]

/** Changes one value at random below a part of a file, or leaves one entry out. */
function damage(file: Record<string, unknown>, part: string, random: Random): boolean {
  let owner: Record<string, unknown> = file
  let key = part
  for (;;) {
    const value = owner[key]
    if (typeof value !== 'object' || value === null) break
    const keys = Object.keys(value)
    if (keys.length === 0) return false
    if (Array.isArray(value) && random.below(5) === 0) {
      value.splice(random.below(value.length), 1)
      return true
    }
    owner = value as Record<string, unknown>
    key = keys[random.below(keys.length)]!
  }
  owner[key] = changedValue(owner[key], random)
  return true
}

function changedValue(value: unknown, random: Random): unknown {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (typeof value !== 'string') return 'x'
  if (value === '') return 'x'
  const index = value.startsWith('0x') && value.length > 2 ? 2 + random.below(value.length - 2) : 0
  const digit = value[index]! === '1' ? '2' : '1'
  return `${value.slice(0, index)}${digit}${value.slice(index + 1)}`
}

test('law: none of 600 damaged witnesses is followed', async () => {
  const local = await localChainOfTest()
  const outcomes = { refused: 0, accepted: [] as string[] }
  for (const name of ['Local USD', 'Local ETH']) {
    const { witness, block } = await readLocalNav(local, localVault(local, name))
    const text = printReadingWitness(witness)
    const random = openRandom(54)
    for (let run = 0; run < 300; ) {
      const file = JSON.parse(text)
      const part = parts[run % parts.length]!
      if (!damage(file, part, random)) {
        run++
        continue
      }
      const damaged = JSON.stringify(file)
      expect(damaged).not.toBe(text.trimEnd())
      const error = await Promise.resolve()
        .then(() => parseReadingWitness(damaged))
        .then((parsed) => replayReadingWitness(parsed, { blockHash: block.hash, chainId: 31337 }))
        .then(
          () => null,
          (reason: unknown) => reason,
        )
      if (error instanceof BaseError) outcomes.refused++
      else outcomes.accepted.push(`${part} ${String(error)}`)
      run++
    }
  }
  expect(outcomes.accepted).toEqual([])
  expect(outcomes.refused).toBeGreaterThan(570)
})
