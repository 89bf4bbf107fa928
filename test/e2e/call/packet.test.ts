import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { printPacketFile } from '@vaultwright/packet'
import { describe, expect, test } from 'vitest'
import { hostilePackets, packetWith } from '../../console/signing/packet.ts'
import { provenPackets, supplyTree } from '../../console/signing/proven-packet.ts'
import { ask, example, root, run, scratch } from '../program.ts'

const typed = join(root, 'fixtures/safe/typed-data.json')
const folder = scratch()
const exampleRoot = '0xa38c5c044ed880154ff9cafa8f1839bf384dd043768bfb297c41fd6088cd55ca'
const { data } = JSON.parse(readFileSync(typed, 'utf8')).message as { readonly data: string }
const amountPlace = data.indexOf('095ea7b3') + 72
const unlimitedData = `${data.slice(0, amountPlace)}${'f'.repeat(64)}${data.slice(amountPlace + 64)}`
const evidence = ['--tree', example, '--safe-version', '1.4.1']

/** The options with which a signer says what the own device shows. */
function deviceShowing(packet: string): readonly string[] {
  const { shownHashes: shown } = ask(['packet', packet, ...evidence])
  const hashes = ['--domain-hash', shown.domainHash, '--message-hash', shown.messageHash]
  return [...hashes, '--safe-tx-hash', shown.safeTxHash]
}

describe('packet', () => {
  test('golden: Yes, if, with the tree and the hashes of the device, else Incomplete', () => {
    const open = run(['packet', typed, ...evidence])
    expect(open).toMatchObject({ code: 1, err: '' })
    expect(open.out).toContain('Packet 08EB 9BA7 4ED1 E8CF')
    expect(open.out).toContain('Incomplete: do not sign yet.')
    const { code, out } = run(['packet', typed, ...evidence, ...deviceShowing(typed)])
    expect(out).toContain('Yes, if each line marked "if" is so')
    expect(out).toContain(
      'if    0xa38c5c044ed880154ff9cafa8f1839bf384dd043768bfb297c41fd6088cd55ca is',
    )
    expect(code).toBe(1)
    const accepted = [...evidence, ...deviceShowing(typed), '--allow-conditional']
    expect(run(['packet', typed, ...accepted]).code).toBe(0)
    const link = `https://host/console/sign#packet=${deflateRawSync(packetWith({})).toString('base64url')}`
    expect(ask(['packet', link, ...evidence, ...deviceShowing(typed)])).toMatchObject({
      answer: 'conditional',
      ok: false,
    })
  })

  test.each([
    ['approval_unlimited', { data: unlimitedData }, []],
    ['manager_untied', {}, []],
    ['root_not_on_chain', {}, []],
    ['root_unproven', {}, ['--root', exampleRoot]],
  ])('law: %s is a line of the verdict, and never a plain Yes', (reason, changes, words) => {
    const packet = packetWith(changes)
    const wallet = evidence.slice(2)
    const against = words.length === 0 ? evidence : [...wallet, ...words]
    const device = deviceShowing(packet)
    const { answer, reasons } = ask(['packet', packet, ...against, ...device])
    expect(['conditional', 'incomplete']).toContain(answer)
    expect(reasons.map(({ code }: { code: string }) => code)).toContain(reason)
  })

  test('law: the link of a packet gives back what stood beside it, and no link leaves a No', () => {
    const link = ['--link', 'https://vaults.example/console/', '--nonce', '42']
    const linked = ask(['packet', typed, ...evidence, ...link])
    expect(linked.link.link).toMatch(/^https:\/\/vaults\.example\/console\/sign#packet=1\./)
    expect(linked.link.leftOut).toEqual(['the tree'])
    const opened = ask(['packet', linked.link.link, '--tree', example, ...deviceShowing(typed)])
    expect(opened).toMatchObject({ answer: 'conditional', contentHash: linked.contentHash })
    expect(opened.safe).toBe(linked.safe)
    const refused = run(['packet', typed, ...evidence, '--link', link[1]!, '--nonce', '43'])
    expect(refused.out).toContain('No link: the answer is No.')
    expect(refused.out).not.toContain('#packet=')
    expect(run(['packet', typed, ...evidence, '--link', 'vaults']).err).toContain(
      '--link cannot be',
    )
  })

  test('golden: a summary has the totals, the answer and its first reason, and no call', () => {
    const { code, out } = run(['packet', typed, ...evidence, '--summary'])
    expect(code).toBe(1)
    expect(out).toMatch(/^leaves +1,000,000,000 base units of /)
    expect(out).toContain('Incomplete: do not sign yet.\n  open  Not compared with your device')
    expect(out).not.toContain('supply(')
    const { totals, calls } = ask(['packet', typed, ...evidence, '--summary'])
    expect(calls).toBeUndefined()
    expect(totals).toEqual(ask(['packet', typed, ...evidence]).totals)
    const words = ['--vault', '0xFc4158B9657b686570cE65283483BE0682AF5dc5', '--summary']
    expect(totals).toEqual(ask(['calldata', 'decode', `@${typed}`, ...words]).totals)
  })

  test('refuses: a packet that is not what its sender says it is, by the field that differs', () => {
    const file = join(folder, 'request.json')
    const token = '0xbCd045c39640790898169410c465467984cE2552'
    const expectation = (amount: string) => {
      const actions = [{ route: 'aave_v3/supply', params: { asset: token, amount } }]
      writeFileSync(file, JSON.stringify({ chain: 'mainnet', actions }))
      const words = [...evidence, '--expect', file, '--decimals', `${token}=6`]
      return ask(['packet', typed, ...words, ...deviceShowing(typed), '--allow-conditional'])
    }
    expect(expectation('1000')).toMatchObject({ ok: true, expected: { answer: 'yes' } })
    const different = expectation('100')
    expect(different).toMatchObject({ ok: false, expected: { answer: 'no' } })
    expect(different.expected.problems.join()).toContain('You asked for amount 100')
    const words = [...evidence, '--expect', file, '--decimals', `${token}=6`, '--nonce', '42']
    const { out } = run(['packet', typed, ...words, '--link', 'https://vaults.example'])
    expect(out).toContain('No link: the answer is No.')
  })

  test.each(hostilePackets)('refuses: %s', (_, changes, answer, words) => {
    const packet = packetWith(changes)
    const verdict = ask(['packet', packet, ...evidence, ...deviceShowing(packet)])
    // The band of a page says Open where the command says Incomplete.
    expect(verdict.answer).toBe(answer === 'open' ? 'incomplete' : answer)
    const swapped = run(['packet', packet, ...evidence, ...deviceShowing(typed)])
    expect(swapped.code).toBe(1)
    expect(swapped.out).toContain('No: do not sign this packet.')
    expect(run(['packet', packet, ...evidence]).out).toContain(words.replace('Call 0', 'call 0'))
  })

  test('refuses: another nonce, another hash on the device, a root from elsewhere', () => {
    const device = deviceShowing(typed)
    expect(ask(['packet', typed, ...evidence, ...device, '--nonce', '7']).answer).toBe('no')
    const otherDomain = ['--domain-hash', `0x${'11'.repeat(32)}`]
    expect(ask(['packet', typed, ...evidence, ...otherDomain]).answer).toBe('no')
    const pasted = ['--root', exampleRoot]
    const { answer, reasons } = ask([
      'packet',
      typed,
      '--safe-version',
      '1.4.1',
      ...pasted,
      ...device,
    ])
    expect(answer).toBe('incomplete')
    expect(reasons.map(({ code }: { code: string }) => code)).toContain('root_unproven')
  })

  test('law: a simulation beside a packet holds only for the very call, and from a hash of the caller', async () => {
    const { text, witness, blockHash, foreign, parallel } = await provenPackets()
    const device = ['--tree', supplyTree, '--safe-version', '1.4.1']
    const shown = ask(['packet', text, ...device]).shownHashes
    const hashes = ['--domain-hash', shown.domainHash, '--message-hash', shown.messageHash]
    const whole = [...device, ...hashes, '--safe-tx-hash', shown.safeTxHash]
    const judge = (packet: string, ...words: readonly string[]) => {
      const { answer, reasons } = ask(['packet', packet, ...whole, ...words])
      const codes = reasons.map(({ code }: { code: string }) => code)
      return [answer, ...codes.filter((code: string) => code.startsWith('simulation'))]
    }
    const both = printPacketFile(text, witness)
    expect(judge(both)).toEqual(['incomplete', 'simulation_hash_missing'])
    expect(judge(both, '--block-hash', blockHash)).toEqual(['conditional', 'simulation_proven'])
    const fileOf = (content: string) => {
      const file = join(folder, `${createHash('sha256').update(content).digest('hex')}.json`)
      writeFileSync(file, content)
      return ['--witness', file, '--block-hash', blockHash]
    }
    expect(judge(text, ...fileOf(witness))).toEqual(['conditional', 'simulation_proven'])
    expect(judge(text, ...fileOf(foreign))).toEqual(['no', 'simulation_differs'])
    expect(judge(text, ...fileOf(parallel.witness))).toEqual(['no', 'simulation_refused'])
    expect(judge(text, ...fileOf(witness.slice(0, 999)))).toEqual(['no', 'simulation_refused'])
    const { code, err } = run(['packet', text, ...whole, '--block-hash', blockHash])
    expect(err).toContain('The packet has no witness of a simulation')
    expect(code).toBe(2)
  })
})
