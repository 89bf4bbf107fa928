import { readFileSync } from 'node:fs'
import type { Address, Hex } from '@vaultwright/base'
import { type PackOutcome, packArguments, rulesOfDecoder } from '@vaultwright/manager'
import {
  decodeOrder,
  decodePreSignature,
  emptyAppData,
  encodeOrder,
  encodePreSignature,
  orderDigestOf,
  orderDomainOf,
  orderUidOf,
  ruleBook,
} from '@vaultwright/protocols'
import { isAddressEqual } from 'viem'
import { expect, test } from 'vitest'

type OrderVectors = {
  readonly chainIds: readonly number[]
  readonly settlements: readonly Address[]
  readonly domains: readonly Hex[]
  readonly owners: readonly Address[]
  readonly words: readonly Hex[]
  readonly digests: readonly Hex[]
  readonly uids: readonly Hex[]
  readonly calldatas: readonly Hex[]
  readonly isTaken: readonly boolean[]
}

const file = new URL('../../../../fixtures/vectors/order.json', import.meta.url)
const vectors = JSON.parse(readFileSync(file, 'utf8')) as OrderVectors
const rules = rulesOfDecoder(ruleBook, 'CowOrder')
const rule = rules.find(({ signature }) => signature === 'setPreSignature(bytes,bool)')!

/** The answer of the rule with the decoder of the forge test. */
function pack(index: number, data: Hex): PackOutcome {
  return packArguments(rule, data, {
    'domainSeparator()': vectors.domains[index]!,
    'appData()': emptyAppData,
    'maxLife()': 2n ** 32n - 1n,
    'timestamp()': 1_795_000_000n,
  })
}

test('golden: orders are read, hashed and spelled as viem does and as the contracts do', () => {
  expect(vectors.calldatas).toHaveLength(16)
  for (const [index, calldata] of vectors.calldatas.entries()) {
    const [domain, words] = [vectors.domains[index]!, vectors.words[index]!]
    expect(orderDomainOf(vectors.chainIds[index]!, vectors.settlements[index]!)).toBe(domain)
    const terms = decodeOrder(words)
    expect(encodeOrder(terms)).toBe(words)
    const digest = orderDigestOf(terms, domain)
    expect(digest).toBe(vectors.digests[index])
    const owner = vectors.owners[index]!
    const uid = orderUidOf({ digest, owner, validTo: terms.validTo })
    expect(uid).toBe(vectors.uids[index])
    expect(encodePreSignature({ uid, terms })).toBe(calldata)
    expect(decodePreSignature(calldata)).toEqual({ uid, terms })
  }
})

test('law: the rule takes the orders that the decoder takes, and binds the same accounts', () => {
  for (const [index, calldata] of vectors.calldatas.entries()) {
    const outcome = pack(index, calldata)
    expect(outcome.ok, calldata).toBe(vectors.isTaken[index])
    if (!outcome.ok) {
      expect(outcome).toMatchObject({ error: 'TermNotAllowed' })
      continue
    }
    const { sellToken, buyToken, receiver } = decodeOrder(vectors.words[index]!)
    const bound = outcome.entries.map(({ address }) => address)
    for (const [place, account] of [sellToken, buyToken, receiver].entries()) {
      expect(isAddressEqual(bound[place]!, account)).toBe(true)
    }
  }
})

test('law: the rule refuses each bit that the decoder refuses', () => {
  const bytes = Buffer.from(vectors.calldatas[0]!.slice(2), 'hex')
  const packed: number[] = []
  // The selector names the rule.
  for (let bit = 32; bit < 8 * bytes.length; bit++) {
    bytes[bit >> 3]! ^= 1 << (bit % 8)
    if (pack(0, `0x${bytes.toString('hex')}`).ok) packed.push(bit)
    bytes[bit >> 3]! ^= 1 << (bit % 8)
  }
  const owner = Array.from({ length: 160 }, (_, place) => 132 * 8 + place)
  expect(packed).toEqual([67 * 8, ...owner])
})
