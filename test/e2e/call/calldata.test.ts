import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ask, example, run, scratch } from '../program.ts'

const folder = scratch()
const write = (name: string, content: unknown) => {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
type Stated = {
  FunctionSignature: string
  TargetAddress: string
  AddressArguments: string[]
}
const tree: { leafs: Stated[]; metadata: { ManagerAddress: string } } = JSON.parse(
  readFileSync(example, 'utf8'),
)
const word = (digits: string) => digits.toLowerCase().padStart(64, '0')
const approve = (spender: string, amount = 1n) =>
  `0x095ea7b3${word(spender.slice(2))}${word(amount.toString(16))}`
const leaf = tree.leafs[11]!
const call = { target: leaf.TargetAddress, data: approve(leaf.AddressArguments[0]!) }
const encode = (calls: unknown, ...words: string[]) =>
  run(['calldata', 'encode', '--tree', example, '--calls', '-', ...words], {
    input: JSON.stringify(calls),
  })
const calldata = encode([call, call]).out.trim()
const call4 = write('call.hex', calldata)

describe('calldata encode and verify', () => {
  test('default', () => {
    const { code, out, err } = run(['calldata', 'verify', calldata, '--tree', example])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatchSnapshot()
    expect(run(['calldata', 'verify', `@${call4}`, '--tree', example]).code).toBe(0)
    expect(run(['calldata', 'verify', '-', '--tree', example], { input: calldata }).code).toBe(0)
  })

  test('golden: amounts without a limit are the first thing seen, whatever the verdict', () => {
    const most = 2n ** 256n - 1n
    const unlimited = { ...call, data: approve(leaf.AddressArguments[0]!, most) }
    const batch = encode([unlimited, unlimited]).out.trim()
    const answers = [
      run(['calldata', 'verify', batch, '--tree', example]),
      run(['calldata', 'explain', batch, '--tree', example]),
    ]
    for (const { out } of answers) {
      const [first, second] = out.split('\n')
      expect(first).toMatch(/^! unlimited {6}call 0 {2}amount {2}unlimited .*\(2\^256-1\)$/)
      expect(second).toMatch(/^! unlimited {6}call 1/)
    }
    const { out } = run(['calldata', 'decode', batch])
    expect(out.split('\n')[0]).toMatch(/^! unlimited {6}call 0 {2}amount {2}unlimited/)
    const { calls, totals } = ask(['calldata', 'verify', batch, '--tree', example])
    expect(totals).toMatchObject({
      isMeasured: false,
      leaves: [],
      approvals: [{ isUnlimited: true, amount: String(most) }],
    })
    expect(out).toMatch(/\napprovals left {2}without limit .* to (".*" )?0x\w{40}, for ever\n/)
    expect(ask(['calldata', 'decode', batch]).totals).toEqual(totals)
    expect(calls[0].arguments[1]).toMatchObject({
      path: 'amount',
      value: String(most),
      use: 'amount',
      mark: 'unlimited',
    })
  })

  test('refuses: decimals that are not a token and a number', () => {
    for (const words of [['6'], ['0x12=6'], [`${leaf.TargetAddress}=many`]]) {
      const { code, err } = run(['calldata', 'decode', calldata, '--decimals', ...words])
      expect([code, err]).toEqual([2, expect.stringContaining('Give a token and its decimals')])
    }
    const counted = run(['calldata', 'decode', calldata, '--decimals', `${leaf.TargetAddress}=0`])
    expect(counted.out).toContain('amount   1 ')
  })

  test('behavior: against a bare root', () => {
    const { root } = ask(['tree', 'root', example])
    expect(run(['calldata', 'verify', calldata, '--root', root]).code).toBe(0)
    const otherRoot = `0x${'11'.repeat(32)}`
    const { code, out } = run(['calldata', 'verify', calldata, '--root', otherRoot])
    expect(code).toBe(1)
    expect(out).toContain('[proof_invalid]')
    expect(run(['calldata', 'verify', calldata]).code).toBe(2)
  })

  test('behavior: every changed word is a no', () => {
    const spots: Record<string, number> = {
      'proof word': calldata.indexOf(
        ask(['tree', 'proof', example, '--leaf', '11']).proofs[0].proof[3].slice(2),
      ),
      target: calldata.indexOf(leaf.TargetAddress.slice(2).toLowerCase()),
      argument: calldata.indexOf(leaf.AddressArguments[0]!.slice(2).toLowerCase()),
      value: calldata.length - 1,
    }
    for (const [name, position] of Object.entries(spots)) {
      const digit = calldata[position] === '1' ? '2' : '1'
      const changed = calldata.slice(0, position) + digit + calldata.slice(position + 1)
      const { code, out } = run(['calldata', 'verify', changed, '--tree', example])
      expect(code, name).toBe(1)
      expect(out).toMatch(
        /On chain: ManagerWithMerkleVerification__FailedToVerifyManageProof\(.*\) at call [01]/,
      )
    }
  })

  test('behavior: lists of different lengths are a no, with the error of the Manager', () => {
    const lists = [
      `${word('0')}`,
      ...Array.from({ length: 3 }, () => word('0')),
      word('1') + word('1'),
    ]
    const heads = [0, 1, 2, 3, 4].map((index) => word((160 + 32 * index).toString(16)))
    const data = `0x244b0f6a${heads.join('')}${lists.join('')}`
    const { code, out } = run(['calldata', 'verify', data, '--tree', example])
    expect(code).toBe(1)
    expect(out).toMatch(/^On chain: ManagerWithMerkleVerification__InvalidValuesLength\(\)\.\n/)
    expect(ask(['calldata', 'verify', data, '--tree', example])).toMatchObject({
      ok: false,
      verdict: 'refused',
      prediction: { certain: { selector: '0xe9fd1adf', callPath: null } },
    })
  })

  test('behavior: a flash loan carries its own batch', () => {
    const loan = tree.leafs.find(({ FunctionSignature: name }) => name.startsWith('flashLoan('))!
    const [, token] = loan.AddressArguments
    const calls = [
      { tokens: [token], amounts: ['1000000000000000000'], inner: [call], salt: '0x01' },
    ]
    const { calldata: data, to } = JSON.parse(encode(calls, '--json').out)
    expect(to).toBe(tree.metadata.ManagerAddress)
    const verdict = ask(['calldata', 'verify', data, '--tree', example])
    expect(verdict.ok).toBe(true)
    expect(verdict.managerRootAssumed).toBe(true)
    expect(verdict.calls.map((one: { path: number[] }) => one.path)).toEqual([[0], [0, 0]])
    const otherRoot = ['--manager-root', `0x${'11'.repeat(32)}`]
    expect(run(['calldata', 'verify', data, '--tree', example, ...otherRoot]).code).toBe(1)
    const decoded = ask(['calldata', 'decode', data])
    expect(decoded.calls[0].loan.calls[0].target).toBe(leaf.TargetAddress)
    expect(decoded.calls[0].loan.amounts).toEqual(['1000000000000000000'])
  })

  test('behavior: what hangs on the chain is open with its condition, a yes where that is allowed, and a no with --strict', () => {
    const { TargetAddress: target } = tree.leafs.find(({ FunctionSignature: name }) =>
      name.startsWith('increaseLiquidity('),
    )!
    const words = [word('4d'), word('1'), word('1'), word('0'), word('0'), word('ff')]
    const { out, err, code } = encode([{ target, data: `0x219f5d17${words.join('')}` }])
    expect(code).toBe(0)
    expect(err).toContain('permitted only while ownerOf(77) is 0x')
    const verify = ['calldata', 'verify', out.trim(), '--tree', example]
    const result = run(verify)
    expect(result).toMatchObject({ code: 1, err: '' })
    expect(result.out).toMatch(/^conditional {2}call 0/m)
    expect(result.out).toMatch(/only while ownerOf\(77\) is 0x[0-9a-fA-F]{40} on chain/)
    expect(result.out).toContain('Open, yes if the chain says so: 0 of 1 calls are proven')
    expect(ask(verify)).toMatchObject({ ok: false, verdict: 'conditional' })
    const allowed = [...verify, '--allow-conditional']
    expect(ask(allowed)).toMatchObject({ ok: true, verdict: 'conditional' })
    expect(run(allowed)).toMatchObject({ code: 0, out: result.out })
    const strict = run([...allowed, '--strict'])
    expect(strict.code).toBe(1)
    expect(strict.out).toContain('No, for --strict asks for proof')
    expect(ask([...verify, '--strict'])).toMatchObject({ ok: false, verdict: 'conditional' })
    const explain = ['calldata', 'explain', out.trim(), '--tree', example]
    expect(run(explain).code).toBe(1)
    expect(run([...explain, '--allow-conditional']).code).toBe(0)
    expect(run([...explain, '--strict']).code).toBe(1)
    const { reads: needed } = ask(verify).calls[0]
    const reads = Object.fromEntries(
      needed.map(({ read, value }: { read: { key: string }; value: string }) => [read.key, value]),
    )
    const right = write('right.json', reads)
    // Versions of the decoder differ on this function: offline it stays a condition whose it is.
    const answer = ask([...verify, '--reads', right])
    expect(answer).toMatchObject({ ok: false, verdict: 'conditional' })
    expect(answer.calls[0].reasons.map(({ reason }: { reason: string }) => reason)).toEqual([
      'decoder_unknown',
    ])
    const wrong = write('wrong.json', { ...reads, 'ownerOf(77)': target })
    expect(ask([...verify, '--reads', wrong])).toMatchObject({ ok: false, verdict: 'refused' })
  })

  test('error: UsageError for a file without its @, and for standard input wanted twice', () => {
    const { code, err } = run(['calldata', 'verify', call4, '--tree', example])
    expect(code).toBe(2)
    expect(err).toContain(`Write @${call4}`)
    const twice = ['calldata', 'encode', '--tree', '-', '--calls', '-']
    expect(run(twice, { input: '[]' }).code).toBe(2)
    const line = ['calldata', 'explain', `@${call4}`, '--tree', example]
    expect(run([...line, '--decoder', call.target]).code).toBe(2)
  })

  test('error: DuplicateKeyError for calls that name a key twice', () => {
    const text = `[{"target":"${call.target}","target":"0x${'11'.repeat(20)}","data":"${call.data}"}]`
    const twice = ['calldata', 'encode', '--tree', example, '--calls', '-']
    const { code, err } = run(twice, { input: text })
    expect(code).toBe(3)
    expect(err).toContain('code: duplicate_key')
  })

  test('error: CallRefusedError explains, and nothing is encoded', () => {
    const foreignSpender = `0x${'5'.repeat(40)}`
    const { code, out, err } = encode([call, { ...call, data: approve(foreignSpender) }])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain('calls[1] is refused')
    expect(err).toContain(`spender\` is ${foreignSpender}`)
    expect(err).toContain('code: call_refused')
  })

  test.each([
    ['no list', {}, 'calls'],
    ['a misspelt field', [{ ...call, valeu: '1' }], 'calls[0].valeu'],
    ['a missing field', [{ target: call.target }], 'calls[0].data'],
    ['a float', [{ ...call, value: 1.5 }], 'calls[0].value'],
    ['a negative value', [{ ...call, value: '-1' }], 'calls[0].value'],
    ['an empty value', [{ ...call, value: '' }], 'calls[0].value'],
    ['a value of null', [{ ...call, value: null }], 'calls[0].value'],
    ['a huge value', [{ ...call, value: `0x1${'0'.repeat(64)}` }], 'calls[0].value'],
  ])('error: ShapeError for %s', (_, calls, place) => {
    const { code, err } = encode(calls)
    expect(code).toBe(3)
    expect(err).toContain(place)
    expect(err).toContain('code: input_shape')
  })

  test('error: InvalidAddressError for a wrong checksum', () => {
    const target = call.target.replace(/[a-f]/, (letter) => letter.toUpperCase())
    expect(encode([{ ...call, target }]).err).toContain('code: invalid_address')
  })
})

describe('calldata decode and explain', () => {
  test('default', () => {
    expect(run(['calldata', 'decode', calldata]).out).toMatchSnapshot()
    expect(ask(['calldata', 'decode', calldata]).calls[0]).toMatchObject({
      target: call.target,
      data: call.data,
      value: '0',
      signatures: ['approve(address,uint256)'],
    })
  })

  test('behavior: other functions of the Manager', () => {
    const { function: name, arguments: args } = ask(['calldata', 'decode', '0x8456cb59'])
    expect([name, args]).toEqual(['pause', {}])
    expect(run(['calldata', 'decode', '0xdeadbeef']).err).toContain('code: unknown_function')
  })

  test('behavior: explain says why, and which leaf would do', () => {
    const data = approve(`0x${'5'.repeat(40)}`)
    const words = ['--tree', example, '--target', call.target, '--data', data]
    const { code, out } = run(['calldata', 'explain', ...words])
    expect(code).toBe(1)
    expect(out).toContain('the leaf that would permit it')
    const permitted = ['--tree', example, '--target', call.target, '--data', call.data]
    expect(run(['calldata', 'explain', ...permitted]).code).toBe(0)
    expect(run(['calldata', 'explain', calldata, '--tree', example]).code).toBe(0)
    expect(run(['calldata', 'explain', ...words.slice(0, 2)]).code).toBe(2)
  })

  test.each([
    ['0x', 'truncated_calldata'],
    ['0x244b0f6a', 'truncated_calldata'],
    [calldata.slice(0, -64), 'calldata_length'],
    [calldata.slice(0, -1), 'invalid_hex'],
    [calldata.slice(2), 'invalid_hex'],
    [`0x244b0f6a${'f'.repeat(64 * 5)}`, 'calldata_offset'],
  ])('error: refusal %#', (data, code) => {
    const outcome = run(['calldata', 'verify', data, '--tree', example])
    expect(outcome.code).toBe(3)
    expect(outcome.err).toContain(`code: ${code}`)
  })
})

test('golden: bytes after the arguments of the Manager are shown and no reason to refuse', () => {
  const tagged = `${calldata}7265666572726564`
  for (const noun of ['verify', 'explain', 'decode']) {
    const words = noun === 'decode' ? [] : ['--tree', example]
    const text = run(['calldata', noun, tagged, ...words])
    expect(text.code, noun).toBe(0)
    expect(text.out).toContain('Warning: 8 bytes follow the arguments')
    expect(text.out).toContain('0x7265666572726564')
    if (noun !== 'decode') {
      const strict = run(['calldata', noun, calldata, ...words, '--strict'])
      expect(run(['calldata', noun, tagged, ...words, '--strict']).code).toBe(strict.code)
    }
    const json = JSON.parse(run(['calldata', noun, tagged, ...words, '--json']).out)
    expect(json.notes).toMatchObject([{ kind: 'trailing_bytes', bytes: '0x7265666572726564' }])
  }
})

describe('calldata arguments', () => {
  const spender = leaf.AddressArguments[0]!.toLowerCase()

  test('default', () => {
    expect(run(['calldata', 'arguments', call.data]).out.split('\n')[0]).toBe(spender)
    expect(ask(['calldata', 'arguments', call.data])).toMatchObject({
      packed: spender,
      rule: { signature: 'approve(address,uint256)' },
    })
  })

  test('behavior: lines are answered one by one, in order, bad ones too', () => {
    const lines = [
      { calldata: call.data },
      { calldata: call.data, signature: 'approve(address,uint256)' },
      { calldata: call.data, signature: 'transfer(address,uint256)' },
      'no object',
      { calldata: call.data.slice(0, 40) },
      { calldata: call.data },
    ].map((line) => JSON.stringify(line))
    lines.splice(3, 0, '{')
    const { code, out } = run(['calldata', 'arguments', '-', '--json'], { input: lines.join('\n') })
    const answers = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(answers.map(({ packed, error }) => packed ?? error.code)).toEqual([
      spender,
      spender,
      'no_rule',
      'input_not_json',
      'input_shape',
      'malformed_calldata',
      spender,
    ])
    expect(code).toBe(3)
  })

  test('behavior: values of the chain are asked for, and taken', () => {
    const data = `0x42966c68${word('61')}`
    const collect = `0xfc6f7865${word('61')}${word(spender.slice(2))}${word('ff')}${word('ff')}`
    expect(run(['calldata', 'arguments', data]).code).toBe(0)
    const open = ask(['calldata', 'arguments', collect])
    expect(open.needs.map(({ key }: { key: string }) => key)).toContain('ownerOf(97)')
    const reads = write('reads.json', { 'ownerOf(97)': spender })
    const closed = ask(['calldata', 'arguments', collect, '--reads', reads])
    const all = [
      closed.packed,
      ...(closed.candidates ?? []).map((one: { packed: string }) => one.packed),
    ]
    expect(all).toContain(`${spender}${spender.slice(2)}`)
  })
})

describe('leaf digest', () => {
  test('default', () => {
    const stated = tree.leafs[11] as unknown as Record<string, string>
    const words = [
      '--decoder',
      stated.DecoderAndSanitizerAddress!,
      '--target',
      leaf.TargetAddress,
      '--signature',
      leaf.FunctionSignature,
      '--argument',
      leaf.AddressArguments[0]!,
    ]
    const digest = `${stated.LeafDigest}\n`
    expect(run(['leaf', 'digest', ...words])).toEqual({ code: 0, out: digest, err: '' })
    const json = {
      decoder: words[1],
      target: words[3],
      signature: words[5],
      arguments: [words[7]],
    }
    expect(run(['leaf', 'digest', '-'], { input: JSON.stringify(json) }).out).toBe(digest)
    expect(run(['leaf', 'digest', ...words, '--with-value']).out).not.toBe(digest)
    expect(run(['leaf', 'digest']).code).toBe(2)
    const spaced = words.map((one) => one.replace(',', ', '))
    const { code, err } = run(['leaf', 'digest', ...spaced])
    expect(code).toBe(0)
    expect(err).toContain('did you mean approve(address,uint256)?')
    expect(run(['leaf', 'digest', ...spaced, '--quiet']).err).toBe('')
  })
})
