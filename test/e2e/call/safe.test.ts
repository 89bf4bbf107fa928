import { join } from 'node:path'
import { multicall3Abi } from '@vaultwright/registry'
import { encodeFunctionData, hashMessage, hashTypedData } from 'viem'
import { describe, expect, test } from 'vitest'
import { ask, example, root, run } from '../program.ts'

const fixture = (name: string) => `@${join(root, 'fixtures/safe', name)}`

describe('what people sign', () => {
  test('golden: calldata decode shows every layer of a Safe transaction', () => {
    const { code, out, err } = run(['calldata', 'decode', fixture('multi-send.hex')])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('MultiSend, 3 calls')
    expect(out).toContain('0  Manager batch on 0xF47ec4c63CBC5f3ceeB910a649500B109578b23c')
    expect(out).toContain('2  DELEGATE CALL  call 0xa9059cbb')
    const { calls } = ask(['calldata', 'decode', fixture('multi-send.hex')])
    expect(calls.map(({ kind }: { kind: string }) => kind)).toEqual([
      'manager_batch',
      'admin_call',
      'call',
    ])
    expect(calls[0].inside.calls).toHaveLength(2)
  })

  test('golden: each answer says whose word the vault is', () => {
    const vault = '0xFc4158B9657b686570cE65283483BE0682AF5dc5'
    const batch = fixture('batch.json')
    const tree = ['--tree', example]
    const answers = [
      ask(['calldata', 'verify', batch, ...tree]),
      ask(['calldata', 'explain', batch, ...tree]),
      ask(['packet', batch.slice(1), ...tree]),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ vault, vaultFrom: 'tree' })
    const named = ask(['calldata', 'decode', batch, '--vault', vault])
    expect(named).toMatchObject({ vault, vaultFrom: null })
    expect(ask(['calldata', 'decode', batch])).toMatchObject({ vault: null, vaultFrom: null })
  })

  test.each(['batch.json', 'service-page.json', 'typed-data.json', 'execution.hex'])(
    'golden: the batch of a Manager in %s is verified and explained',
    (name) => {
      const { code, out } = run(['calldata', 'verify', fixture(name), '--tree', example])
      expect(out).toContain('Yes: 2 of 2 calls are proven.')
      expect(code).toBe(0)
      expect(ask(['calldata', 'explain', fixture(name), '--tree', example])).toMatchObject({
        ok: true,
        inside: '0',
      })
    },
  )

  test('refuses: code that is not known, beside a batch that is proven', () => {
    const { code, out } = run(['calldata', 'verify', fixture('service.json'), '--tree', example])
    expect(code).toBe(1)
    expect(out).toContain('Yes: 2 of 2 calls are proven.\nBut the Safe runs code that is not known')
    expect(out).toContain('Beside this batch, 2 other calls run that no Manager checks.')
  })

  test('refuses: a document without a batch of a Manager', () => {
    const { code, err } = run(['calldata', 'verify', fixture('timelock.hex'), '--tree', example])
    expect(code).toBe(3)
    expect(err).toContain('code: manager_batch')
  })
})

describe('safe hash', () => {
  const words = ['safe', 'hash', fixture('service.json'), '--chain', 'mainnet']

  test('golden: the hashes of a transaction, the one that it states among them', () => {
    const answer = ask([...words, '--outer', '0x1111111111111111111111111111111111111111=3'])
    expect(answer).toMatchObject({
      chainId: 1,
      hashes: [
        {
          versions: '1.3.0 to 1.5.0',
          domainHash: '0xf6e2adf8885c5c9b01a2ff1f819f037867c918ae79bd3be54a7a704e7c3e084b',
          messageHash: '0xa75c667fd5e0f069fad197a7918a858ef1623ed87218b52432b1337e61bf75ee',
          safeTxHash: '0x81309a0fbec8193b6ee8a0929fc3ca76f7f164b2aa651d334d56fd137d11c1cd',
        },
      ],
    })
    expect(answer.approvals).toHaveLength(1)
    expect(run(words).out).toContain('81309a0f bec8193b 6ee8a092')
  })

  test('law: every call has the verdict that packet gives it, and what is not judged is said', () => {
    const safe = '0x9D1dF34CC07dB5D9CC12B1c31D1B8E0ef83c0EB3'
    const ways = ['--safe', safe, '--nonce', '42', '--safe-version', '1.4.1', '--chain', 'mainnet']
    for (const name of ['batch.json', 'service.json', 'multi-send.hex', 'typed-data.json']) {
      for (const tree of [[], ['--tree', example]]) {
        const hashed = ask(['safe', 'hash', fixture(name), ...ways, ...tree])
        const packet = ask(['packet', fixture(name).slice(1), ...ways, ...tree])
        expect(hashed.calls).toEqual(packet.calls)
        expect(hashed.calls.length).toBeGreaterThan(0)
        expect(hashed.notJudged).toHaveLength(tree.length === 0 ? 2 : 0)
        const reasons = packet.reasons.map(({ message }: { message: string }) => message)
        for (const { message } of hashed.reasons) expect(reasons).toContain(message)
      }
    }
  })

  test('refuses: a call that the tree does not permit', () => {
    const otherTree = join(root, 'fixtures/trees/variant-one-leaf.json')
    const { code, out } = run([
      'safe',
      'hash',
      fixture('typed-data.json'),
      '--chain',
      'mainnet',
      '--tree',
      otherTree,
    ])
    expect(code).toBe(1)
    expect(out).toContain('refused   call 0')
    expect(out).toContain('safeTxHash')
  })

  test('golden: Multicall3 is borrowed, by the transaction and by a Safe that approves it', () => {
    const safe = '0x9D1dF34CC07dB5D9CC12B1c31D1B8E0ef83c0EB3'
    const multicall = '0xcA11bde05977b3631167028862bE2a173976CA11'
    const call = { target: safe, allowFailure: false, value: 0n, callData: '0x8456cb59' } as const
    const data = encodeFunctionData({
      abi: multicall3Abi,
      functionName: 'aggregate3Value',
      args: [[call]],
    })
    const account = [
      '--safe',
      safe,
      '--nonce',
      '4',
      '--chain',
      'mainnet',
      '--safe-version',
      '1.4.1',
    ]
    const outer = '0x1111111111111111111111111111111111111111'
    const line = ['safe', 'hash', data, '--to', multicall, ...account]
    const answer = ask([...line, '--outer', `${outer}=3/aggregate3Value`])
    expect(answer.transaction).toMatchObject({ to: multicall, operation: 'delegatecall', data })
    expect(answer.signed).toMatchObject({
      kind: 'multicall',
      calls: [{ to: safe, data: '0x8456cb59' }],
    })
    expect(answer.approvals[0].transaction).toMatchObject({
      to: multicall,
      operation: 'delegatecall',
    })
    const direct = ask([...line, '--outer', `${outer}=3`])
    expect(direct.approvals[0].transaction).toMatchObject({ to: safe, operation: 'call' })
    expect(run([...line, '--outer', `${outer}=3/aggregate`])).toMatchObject({
      code: 2,
      err: expect.stringContaining('/aggregate3Value'),
    })
  })

  test('golden: safe message shows what a Safe signs for others, as viem hashes it', () => {
    const safe = '0x9D1dF34CC07dB5D9CC12B1c31D1B8E0ef83c0EB3'
    const line = ['safe', 'message', 'Sign in', '--safe', safe, '--chain', 'mainnet']
    const expected = hashTypedData({
      domain: { chainId: 1, verifyingContract: safe },
      types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
      primaryType: 'SafeMessage',
      message: { message: hashMessage('Sign in') },
    })
    const answer = ask(line)
    expect(answer).toMatchObject({ kind: 'text', dataHash: hashMessage('Sign in') })
    expect(answer.hashes[0]).toMatchObject({ versions: '1.3.0 to 1.5.0', safeMessage: expected })
    const { code, out } = run([...line, '--safe-version', '1.4.1'])
    expect(code).toBe(0)
    expect(out).toContain(expected)
    expect(out).toContain('is not judged')
    const transaction = run([
      'safe',
      'message',
      fixture('typed-data.json'),
      '--safe',
      safe,
      '--chain',
      '1',
    ])
    expect(transaction).toMatchObject({
      code: 3,
      err: expect.stringContaining('read it with safe hash'),
    })
  })

  test('refuses: a hash of another chain than the document states', () => {
    const { code, err } = run(['safe', 'hash', fixture('service.json'), '--chain', 'base'])
    expect(code).toBe(3)
    expect(err).toContain('code: safe_two_readings')
  })
})
