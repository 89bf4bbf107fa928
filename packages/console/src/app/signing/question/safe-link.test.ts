import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeLinkIn } from './safe-link.ts'

const safe = '0x653A86FA52f6536799aA6ABC23cA6Aee91763c34'
const hash = `0x${'aB'.repeat(32)}`
const linkOf = (chain: string, account = safe, other = safe) =>
  `https://app.safe.global/transactions/tx?safe=${chain}:${account}&id=multisig_${other}_${hash}`

test('golden: the link of a Safe’s web app is read, whatever host it names', () => {
  const mainnet = { chainId: 1, safe, hash: hash.toLowerCase() }
  expect(safeLinkIn(linkOf('eth'))).toEqual(mainnet)
  expect(safeLinkIn(` ${linkOf('eth').replace('app.safe.global', 'other.example')}\n`)).toEqual(
    mainnet,
  )
  expect(safeLinkIn(linkOf('eth').replace('eth:', 'eth%3A'))).toEqual(mainnet)
  expect(safeLinkIn(linkOf('base'))).toMatchObject({ chainId: 8453 })
  expect(safeLinkIn(linkOf('local'))).toMatchObject({ chainId: 31337 })
})

test('law: a text that is not such a link is none', () => {
  fc.assert(fc.property(fc.string(), (text) => safeLinkIn(text) === null))
  for (const text of [`${linkOf('eth')}0`, linkOf('eth', '0x12'), hash, `multisig_${safe}_${hash}`])
    expect(safeLinkIn(text)).toBeNull()
})

test('refuses: a chain that is not known, and two Safes', () => {
  expect(() => safeLinkIn(linkOf('nochain'))).toThrow('"nochain" is not a chain')
  expect(() => safeLinkIn(linkOf('eth', safe, `0x${'22'.repeat(20)}`))).toThrow('two Safes')
})
