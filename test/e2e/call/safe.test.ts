import { join } from 'node:path'
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

  test('refuses: a hash of another chain than the document states', () => {
    const { code, err } = run(['safe', 'hash', fixture('service.json'), '--chain', 'base'])
    expect(code).toBe(3)
    expect(err).toContain('code: safe_two_readings')
  })
})
