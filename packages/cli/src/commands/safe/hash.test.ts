import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { judgeTransaction } from '@vaultwright/packet'
import { callContextOf, ruleBook } from '@vaultwright/protocols'
import { openSignedDocument, safeHashesOf, safeHashInputOf } from '@vaultwright/safe'
import { expect, test } from 'vitest'
import { parseOuterSafe } from '../../input/signed.ts'
import { plain } from '../../terminal/style.ts'
import { hashJsonOf, printHashes } from './hash.ts'
import { approvalsOf, hashedOf } from './hashed-transaction.ts'

const folder = join(import.meta.dirname, '../../../../../fixtures/safe')
const options = {
  safe: null,
  nonce: null,
  multiSend: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
} as const
const openFixture = (name: string) => {
  const signed = openSignedDocument(readFileSync(join(folder, name), 'utf8'))
  return [signed, safeHashInputOf(signed, options)] as const
}
const service = openFixture('service.json')
const typed = openFixture('typed-data.json')
const outer = '0x1111111111111111111111111111111111111111'

test('law: each outer Safe approves the hash of the one before', () => {
  const hashed = hashedOf(...service, { chain: 'mainnet', version: '1.4.1' })
  const outers = [`${outer}=7`, `${service[1].safe}=8@1.1.1`].map(parseOuterSafe)
  const [first, second] = approvalsOf(hashed, outers)
  const [hashes] = hashed.hashes
  expect(first!.transaction).toMatchObject({
    to: service[1].safe,
    data: `0xd4d9bdcd${hashes!.transaction.slice(2)}`,
    nonce: 7n,
  })
  expect(second!.transaction).toMatchObject({
    to: outer,
    data: `0xd4d9bdcd${first!.hashes.transaction.slice(2)}`,
  })
  const account = { safe: second!.safe, chainId: 1, version: '1.1.1' }
  expect(second!.hashes).toEqual(safeHashesOf(second!.transaction, account))
})

test('golden: the hashes whole and in groups, with what is signed above', () => {
  const hashed = hashedOf(...service, { chain: '1', version: null })
  const naming = callContextOf(1, null)
  const { transaction, safe: sender } = service[1]
  const judged = judgeTransaction(
    service[0],
    { transaction, sender, chainId: 1 },
    { root: null, rules: ruleBook, reads: {}, naming },
  )
  const result = { ...hashed, approvals: [], judged, root: null, naming }
  expect([...printHashes(result, plain)].join('')).toMatchInlineSnapshot(`
    "Safe transaction of 0x9D1dF34CC07dB5D9CC12B1c31D1B8E0ef83c0EB3
      nonce 42, states the hash 0x81309a0fbec8193b6ee8a0929fc3ca76f7f164b2aa651d334d56fd137d11c1cd

    DELEGATE CALL  MultiSend, 3 calls on 0x9641d764fc13c8B624c04430C7356C1C7C8102e2 (MultiSendCallOnly 1.4.1)

      0  Manager batch on 0xF47ec4c63CBC5f3ceeB910a649500B109578b23c
        unproven  call 0  approve(address spender, uint256 amount) on 0xbCd045c39640790898169410c465467984cE2552
                  Approve 0xd9760c51476C7de08dC33CdE13E496fD2818fa0d to spend 1000000000 base units of 0xbCd045c39640790898169410c465467984cE2552, decimals unknown
                    spender  0xd9760c51476C7de08dC33CdE13E496fD2818fa0d
                    amount   1000000000 base units of 0xbCd045c39640790898169410c465467984cE2552, decimals unknown
                  The root to prove this call against was not given. [root_unknown]
        unproven  call 1  supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode) on 0xd9760c51476C7de08dC33CdE13E496fD2818fa0d
                  Supply 1000000000 base units of 0xbCd045c39640790898169410c465467984cE2552, decimals unknown to 0xd9760c51476C7de08dC33CdE13E496fD2818fa0d, for 0xFc4158B9657b686570cE65283483BE0682AF5dc5
                    asset         0xbCd045c39640790898169410c465467984cE2552
                    amount        1000000000 base units of 0xbCd045c39640790898169410c465467984cE2552, decimals unknown
                    onBehalfOf    0xFc4158B9657b686570cE65283483BE0682AF5dc5
                    referralCode  0
                  The root to prove this call against was not given. [root_unknown]

      1  setUserRole(address,uint8,bool) (roles authority) on 0x7171717171717171717171717171717171717171
        user  0x5a5A5a5a5A5a5a5a5a5A5a5A5A5a5a5A5A5A5A5A
        role  7
        enabled  true

      2  DELEGATE CALL  call 0xa9059cbb (4 bytes) on 0x5a5A5a5a5A5a5a5a5a5A5a5A5A5a5a5A5A5A5A5A with 5 wei
        The arguments of transfer(address,uint256) cannot be read: a contract would refuse them.
        data     0xa9059cbb

      no    MultiSendCallOnly 1.4.1 refuses delegate calls: the whole reverts.
      no    call 2: The Safe would run the code of 0x5a5A5a5a5A5a5a5a5a5A5a5A5A5a5a5A5A5A5A5A as its own (operation 1). It is neither a known MultiSend nor a call of Multicall3 that makes calls: it may take over the Safe, whatever its calldata looks like. Do not sign.
      open  The calls cannot be held against a root: none was given. Drop the tree of the strategist, or prove the root on chain.
      open  call 0 / 0: The root to prove this call against was not given.
      open  call 2: No Manager checks the call to 0x5a5A5a5a5A5a5a5a5a5A5a5A5A5a5a5A5A5A5A5A (function 0xa9059cbb, with 5 wei): nothing here proves what it does.
      open  call 1: setUserRole(address,uint8,bool) changes who may act, or on what terms. Nothing here proves that it is meant: check every argument against the decision that you took.
    Not judged: whether a root permits the calls of the Manager. Give --tree.
    Not judged: which account is the vault. Give --definition or --tree.

    Safe   0x9D1dF34CC07dB5D9CC12B1c31D1B8E0ef83c0EB3
    nonce  42

    Safe 1.3.0 to 1.5.0, chain 1 in the domain
      domain hash   0xf6e2adf8885c5c9b01a2ff1f819f037867c918ae79bd3be54a7a704e7c3e084b
                    F6E2ADF8 885C5C9B 01A2FF1F 819F0378 67C918AE 79BD3BE5 4A7A704E 7C3E084B
      message hash  0xa75c667fd5e0f069fad197a7918a858ef1623ed87218b52432b1337e61bf75ee
                    A75C667F D5E0F069 FAD197A7 918A858E F1623ED8 7218B524 32B1337E 61BF75EE
      safeTxHash    0x81309a0fbec8193b6ee8a0929fc3ca76f7f164b2aa651d334d56fd137d11c1cd
                    81309a0f bec8193b 6ee8a092 9fc3ca76 f7f164b2 aa651d33 4d56fd13 7d11c1cd

    Ledger shows domain hash and message hash, the Safe app and its service safeTxHash.
    "
  `)
  expect(hashJsonOf(result)).toMatchObject({
    chainId: 1,
    hashes: [{ versions: '1.3.0 to 1.5.0', safeTxHash: service[1].statedHash }],
  })
})

test('behavior: without a version, typed data says whether the chain is in the domain', () => {
  const { hashes } = hashedOf(...typed, { chain: undefined, version: null })
  expect(hashes.map(({ versions }) => versions)).toEqual(['1.3.0 to 1.5.0'])
})

test.each([
  ['a hash that is stated and another', service, { chain: 'base', version: null }],
  ['another chain than the typed data has', typed, { chain: 'base', version: null }],
  [
    'a version without a chain for a domain with one',
    typed,
    { chain: 'mainnet', version: '1.2.0' },
  ],
])('refuses: %s', (_, fixture, words) => {
  expect(() => hashedOf(...fixture, words)).toThrow(
    expect.objectContaining({ code: 'safe_two_readings' }),
  )
})

test('refuses: a hash that needs a chain without one, and an outer Safe without a nonce', () => {
  const words = { chain: undefined, version: null }
  expect(() => hashedOf(...service, words)).toThrow(expect.objectContaining({ code: 'usage' }))
  expect(() => parseOuterSafe(outer)).toThrow(expect.objectContaining({ code: 'usage' }))
  const old = { ...service[1], statedHash: null }
  const both = hashedOf(service[0], old, { chain: '1', version: null })
  expect(() => approvalsOf(both, [parseOuterSafe(`${outer}=1`)])).toThrow(
    expect.objectContaining({ code: 'usage' }),
  )
})
