import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask, root, run } from '../program.ts'

const definition = join(root, 'fixtures/solana/solana-usd.yaml')
/** The transaction that the notes of the interface state, not signed. */
const base64 =
  'AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAQAGCgEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwOx5Yj5+7xwC7eZvjHUzr68SHO2lQ4zqSJFQhvh3q8HOwQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEQ71boNqECgU9mh61t2SLpziMdsxkdW4TnBSXNrADyacCAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgMGRm/lIRcy/+ytunLDm+e8jOW7xfcSayxDmzpAAAAAqvrzGS6alfj+wyaqFmD+le4qJDVG+8326h3JOoOzURHXAZp+C/nMq0Qg++OT0bgElXXbzFfVs4pdHjF8dyNpqwbd9uHXZaGT2cvhRs7reawctIXtX1s3kTqM9YV+/wCpBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUDBAkACAIHCQEFAwIfqI2DNk+WWCQDAAAAAAAAAAAKAAAADNASEwAAAAAABgYABQJADQMABgAJA+gDAAAAAAAAAA=='
const accounts = [
  'CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8:w',
  '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR',
  'GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq:w',
  'CySAYJhRHAZNHRt1mUBVRWCRwn2g9nEgTCK6c8RHv8fU:w',
]
const call = [
  'solana',
  'digest',
  '--program',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  ...accounts.flatMap((account) => ['--account', account]),
  '--operators',
  'data:0:1,account:1,account:2,account:3,size',
  '--vault-id',
  '3',
]

test('golden: a transaction is decoded in full', () => {
  expect(run(['solana', 'decode', base64])).toMatchSnapshot()
})

test('golden: the digest of a call that is described by hand', () => {
  for (const data of [
    ['--data', '0x0cd01213000000000006'],
    ['--data-base64', 'DNASEwAAAAAABg=='],
  ]) {
    expect(ask([...call, ...data])).toMatchObject([
      {
        cpi_digest: 'b87391ecc8ec69ea4501be595fdd1a09dd15328e34c7f5914f30899b75254a34',
        cpi_digest_address: 'CWSFV4TcQ3zPD56je51qjSr8PKwfdhejyZD4YF1HTvaL',
        call: { name: 'transfer_checked', arguments: { amount: '1250000' } },
      },
    ])
  }
})

test('law: operators are read back as they are printed, in both forms', () => {
  const [first] = ask([...call, '--data', '0x0c'.padEnd(22, '0')])
  const again = call.with(call.indexOf('--operators') + 1, JSON.stringify(first.operators))
  expect(ask([...again, '--data', '0x0c'.padEnd(22, '0')])).toEqual([first])
})

test('law: definition check and solana digest name the same digests', () => {
  const digests = ask(['solana', 'digest', '--definition', definition])
  const { permissions } = ask(['definition', 'check', definition])
  const keyOf = (row: Record<string, unknown>) => [row.cpi_digest, row.cpi_digest_address]
  expect(digests.map(keyOf)).toEqual(permissions.map(keyOf))
  expect(digests.length).toBeGreaterThan(8)
})

test('golden: without a chain a verdict cannot say, and names what is missing', () => {
  const { code, out } = run(['solana', 'verify', base64])
  expect(code).toBe(1)
  expect(out).toContain('Cannot say: what decides is open.')
  expect(ask(['solana', 'verify', base64])).toMatchObject({
    ok: false,
    answer: 'cannot_say',
    missing_accounts: [
      'FUJ5F5NogHqivFWTSAAiLtVQzBtjUDx3Aoqg46Whu9za',
      'CWSFV4TcQ3zPD56je51qjSr8PKwfdhejyZD4YF1HTvaL',
      'CySAYJhRHAZNHRt1mUBVRWCRwn2g9nEgTCK6c8RHv8fU',
    ],
  })
})

test('law: instructions alone are judged as the transaction that holds them', () => {
  const { instructions, fee_payer: payer } = ask(['solana', 'decode', base64])
  const listed = instructions.map(
    ({ program, accounts: metas, data_base64: data }: Record<string, unknown>) => ({
      program,
      accounts: metas,
      data_base64: data,
    }),
  )
  const whole = ask(['solana', 'verify', base64])
  for (const text of [
    JSON.stringify(listed),
    JSON.stringify({ fee_payer: payer, instructions: listed }),
  ]) {
    const alone = ask(['solana', 'verify', text])
    expect(alone).toEqual({
      ...whole,
      version: null,
      size_bytes: null,
      lifetime: null,
      signatures: null,
    })
  }
  expect(run(['solana', 'verify', JSON.stringify(listed)]).out).toContain(
    'in a transaction of version 0',
  )
})

test.each([
  ['{"instructions":[]}', 'is not a list of 1 to 64'],
  ['{"instructions":[{"program":"11111111111111111111111111111111"}]}', 'needs program'],
  [
    '[{"program":"11111111111111111111111111111111","accounts":[],"data_base64":""}]',
    '0 accounts sign',
  ],
  [
    '[{"program":"11111111111111111111111111111111","accounts":[{"address":"11111111111111111111111111111111"}],"data_base64":""}]',
    'needs address, is_signer and is_writable',
  ],
  [`[${'0,'.repeat(64)}0]`, 'is not a list of 1 to 64'],
])('refuses: %s as instructions', (text, reason) => {
  const { code, err, out } = run(['solana', 'verify', text])
  expect({ code, out }).toEqual({ code: 3, out: '' })
  expect(err).toContain(reason)
  expect(err).toContain('code: not_instructions')
})

test.each([
  [['--squads', 'GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq'], 'Give --creator'],
  [['--creator', 'GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq'], 'Give --squads'],
])('refuses: solana plan with %s alone', (options, reason) => {
  const node = ['--rpc-url', 'http://127.0.0.1:1']
  const { code, err } = run(['solana', 'plan', definition, ...options, ...node])
  expect({ code, hasReason: err.includes(reason) }, err).toEqual({ code: 2, hasReason: true })
})

test('refuses: the address of a Squads transaction without a node', () => {
  const { code, err } = run(['solana', 'verify', 'GgBaCs3NCBuZN12kCJgAW63ydqohFkHEdfdEXBPzLHq'])
  expect({ code, hasReason: err.includes('Give --rpc-url') }, err).toEqual({
    code: 2,
    hasReason: true,
  })
})

test.each([
  ['an Ethereum address', '0x5a5A5a5a5A5a5a5a5a5A5a5a5A5a5a5A5A5A5A5A'],
  ['another case', 'ckTRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8I'],
  ['31 bytes', '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM'.slice(0, 42)],
  ['33 bytes', '1CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8'],
  ['a letter that base58 lacks', 'O'.repeat(44)],
])('refuses: %s as an address', (_, address) => {
  for (const words of [
    [...call, '--account', address, '--data', '0x0c'],
    ['solana', 'state', address, '--rpc-url', 'http://127.0.0.1:1'],
    ['solana', 'decode', base64, '--program', address],
  ]) {
    const { code, err, out } = run(words)
    expect({ code, out }).toEqual({ code: 3, out: '' })
    expect(err).toContain('code: invalid_svm_address')
  }
})

test.each([
  ['damaged base64', `${base64.slice(0, -2)}!=`, 'invalid_base64'],
  [
    'bytes behind the end',
    Buffer.from(base64, 'base64').toString('base64').replace(/==$/, 'AA'),
    'malformed_transaction',
  ],
  ['a transaction cut in the middle', base64.slice(0, 400), 'malformed_transaction'],
  ['nothing', 'AA==', 'malformed_transaction'],
  ['JSON without a transaction', '{"data":{}}', 'transaction_missing'],
])('refuses: %s', (_, text, reason) => {
  for (const command of ['decode', 'verify']) {
    const { code, out, err } = run(['solana', command, text])
    expect({ code, out }).toEqual({ code: 3, out: '' })
    expect(err).toContain(`code: ${reason}`)
  }
})

test.each([
  ['--operators', 'data:0', 'is not an operator'],
  ['--operators', 'account:256', 'is not an operator'],
  ['--operators', '[{"ingest_account":-1}]', 'is not an operator'],
  ['--vault-id', '18446744073709551616', 'is not a vault id'],
  ['--account', `${accounts[0]}:x`, 'has marks that are not known'],
])('refuses: %s %s', (option, value, reason) => {
  const words =
    call.includes(option) && option !== '--account'
      ? call.with(call.indexOf(option) + 1, value)
      : [...call, option, value]
  const { code, err } = run([...words, '--data', '0x0c'])
  expect({ code, hasReason: err.includes(reason) }, err).toEqual({ code: 2, hasReason: true })
})

test.each([
  ['[]', 'not an object'],
  ['{"slot":"x","accounts":[]}', 'slot is not a number'],
  ['{"slot":1,"accounts":{}}', 'accounts is not a list'],
  [
    '{"slot":1,"accounts":[{"address":"11111111111111111111111111111111","account":{}}]}',
    'needs lamports',
  ],
])('refuses: %s as saved accounts', (text, reason) => {
  const { code, out, err } = run(['solana', 'verify', base64, '--accounts', '-'], { input: text })
  expect({ code, out }).toEqual({ code: 3, out: '' })
  expect(err).toContain(reason)
  expect(err).toContain('code: svm_accounts')
})

test('refuses: operators that read beyond the call', () => {
  const { code, err } = run([...call, '--data', '0x'])
  expect(code).toBe(3)
  expect(err).toContain('code: operator_out_of_range')
})
