import { type Address, type Hex, zeroAddress } from '@vaultwright/base'
import type { Row } from '@vaultwright/operations'
import {
  parseServiceEntry,
  printOwnerSignature,
  type SafeAccountState,
  safeTransactionHashOf,
} from '@vaultwright/safe'
import { getAddress } from 'viem'
import type { StandInFault } from './stand-in.ts'

/** A lie of a service about an honest queue at nonces n, n + 1 and n + 2. */
export type ServiceLie = {
  readonly name: string
  readonly fault: StandInFault
  /** The code that names it: of a finding, a state or a reason; null where nothing is read of what it changes. */
  readonly code: string | null
  /** The signers of the honest entries, which no lie may add to. */
  readonly isThrown?: true
}

const attacker = getAddress('0x00000000000000000000000000000000deadbeef')
const isList = (url: URL) =>
  /multisig-transactions\/?$/.test(url.pathname) || /queue\/?$/.test(url.pathname)

const onRows =
  (change: (rows: Row[], body: Row) => void): StandInFault =>
  (reply, { method, url }) => {
    if (method !== 'GET' || !isList(url)) return undefined
    const body = structuredClone(reply.body) as Row
    change(body.results as Row[], body)
    return { ...reply, body }
  }

/** The context that the lies need. */
export type LieContext = {
  readonly account: SafeAccountState
  readonly owners: readonly Address[]
  readonly foreigner: Address
  /** A stranger's signature of the entry at n + 1. */
  readonly strangers: Hex
}

/** Lists the ways in which a service lies, forgets or is broken. */
export function liesOf({
  account,
  owners,
  foreigner,
  strangers,
}: LieContext): readonly ServiceLie[] {
  const next = account.nonce
  const onRow = (index: number, change: (row: Row, rows: Row[], body: Row) => void) =>
    onRows((rows, body) => {
      const row = rows.find(({ nonce }) => nonce === String(next + BigInt(index)))
      if (row !== undefined) change(row, rows, body)
    })
  const rehash = (row: Row) => {
    const { transaction } = parseServiceEntry({ ...row, safeTxHash: null, confirmations: [] })
    row.safeTxHash = safeTransactionHashOf(transaction, account)
  }
  const unsigned = (index: number, fields: Row) =>
    onRow(index, (row) => {
      Object.assign(row, fields, { confirmations: [] })
      rehash(row)
    })
  const changed = (fields: Row) => onRow(0, (row) => Object.assign(row, fields))
  const confirmations = (row: Row) => row.confirmations as Row[]
  const added = (owner: Address, signature: Hex | null) =>
    onRow(2, (row) => confirmations(row).push({ owner, signature, signatureType: 'EOA' }))
  const firstOwner = owners[0]!
  const contract = (payload: Hex) =>
    printOwnerSignature({ kind: 'contract', owner: firstOwner, payload })
  const word = (value: string) => value.padStart(64, '0')
  const dirty: Hex = `0x01${'0'.repeat(22)}${firstOwner.slice(2).toLowerCase()}${word('')}01`
  const selfPointing: Hex = `0x${word(firstOwner.slice(2).toLowerCase())}${word('')}00`
  const record =
    (fields: Row): StandInFault =>
    (reply, { url }) =>
      /\/v1\/safes\/0x\w+\/?$/.test(url.pathname)
        ? { ...reply, body: { ...(reply.body as Row), ...fields } }
        : undefined
  const raw =
    (text: (body: string) => string): StandInFault =>
    (reply, { url }) =>
      isList(url) ? { ...reply, raw: text(JSON.stringify(reply.body)) } : undefined
  const status =
    (code: number, headers = {}): StandInFault =>
    (_, { url }) =>
      isList(url) ? { status: code, headers } : undefined
  const named = (code: string | null, list: readonly (readonly [string, StandInFault])[]) =>
    list.map(([name, fault]): ServiceLie => ({ name, fault, code }))
  const thrown = (code: string, list: readonly (readonly [string, StandInFault])[]) =>
    named(code, list).map((lie): ServiceLie => ({ ...lie, isThrown: true }))
  return [
    ...named('unverifiable', [
      ['another target under the same hash', changed({ to: attacker })],
      ['another value under the same hash', changed({ value: '1' })],
      ['other calldata under the same hash', changed({ data: '0x12345678' })],
      ['a delegate call under the hash of a call', changed({ operation: 1 })],
      ['another nonce under the same hash', changed({ nonce: String(next + 9n) })],
      [
        'a refund under the same hash',
        changed({ gasPrice: '1000000000', refundReceiver: attacker }),
      ],
      ['a hash of another chain', onRow(0, (row) => otherHash(row, { ...account, chainId: 10 }))],
      [
        'a hash of another version',
        onRow(0, (row) => otherHash(row, { ...account, version: '1.1.1' })),
      ],
      ['no hash', changed({ safeTxHash: null })],
    ]),
    ...named('two_readings', [
      ['the Safe of somebody else', changed({ safe: attacker })],
      [
        'a hash that is not stated twice alike',
        onRow(1, (row) => otherHash(row, { ...account, chainId: 5 })),
      ],
    ]),
    ...named('signature_malformed', [
      [
        'a forged signature',
        onRow(1, (row) => {
          row.confirmations = [{ owner: firstOwner, signature: `0x${'ff'.repeat(64)}1b` }]
        }),
      ],
      ['a signature that points into itself', added(firstOwner, selfPointing)],
      ['dirty bytes above an owner', added(firstOwner, dirty)],
      [
        'bytes behind a signature',
        onRow(2, (row) => {
          confirmations(row)[0]!.signature += '00'
        }),
      ],
      ['a confirmation without a signature', added(firstOwner, null)],
      [
        'a parity of 0 or 1',
        onRow(2, (row) => {
          const [first] = confirmations(row)
          first!.signature = `${String(first!.signature).slice(0, -2)}05`
        }),
      ],
    ]),
    ...named('signature_of_other', [
      [
        "a stranger's signature under an owner's name",
        onRow(1, (row) => {
          row.confirmations = owners.slice(0, 2).map((owner) => ({ owner, signature: strangers }))
        }),
      ],
      [
        'the signature of another entry',
        onRow(2, (row, rows) => {
          row.confirmations = structuredClone(confirmations(rows[0]!))
        }),
      ],
    ]),
    ...named('signer_not_owner', [
      [
        'a stranger listed as an owner',
        onRow(1, (row) => {
          row.confirmations = [{ owner: foreigner, signature: strangers }]
        }),
      ],
    ]),
    ...named('signer_twice', [
      [
        'one signature counted twice',
        onRow(2, (row) => {
          const [first] = confirmations(row)
          row.confirmations = [first, first]
        }),
      ],
    ]),
    ...named('hash_not_approved', [
      [
        'a hash said to be approved',
        added(firstOwner, printOwnerSignature({ kind: 'approved_hash', owner: firstOwner })),
      ],
    ]),
    ...named('contract_refuses', [
      [
        'a contract signature of an account without code',
        added(firstOwner, contract(`0x${'22'.repeat(65)}`)),
      ],
    ]),
    ...named('signature_kind', [
      [
        'a passkey',
        added(
          firstOwner,
          printOwnerSignature({
            kind: 'passkey',
            owner: firstOwner,
            payload: `0x${'33'.repeat(128)}`,
          }),
        ),
      ],
    ]),
    ...named('hidden', [
      [
        'an entry left out, and out of the count',
        onRow(1, (row, rows, body) => {
          rows.splice(rows.indexOf(row), 1)
          body.count = Number(body.count) - 1
        }),
      ],
    ]),
    ...named('gone', [
      [
        'an entry left out everywhere',
        (reply, request) => {
          const body = reply.body as Row | undefined
          if (body?.nonce === String(next + 1n))
            return { status: 404, body: { detail: 'Not found.' } }
          return onRow(1, (row, rows, list) => {
            rows.splice(rows.indexOf(row), 1)
            list.count = Number(list.count) - 1
          })(reply, request)
        },
      ],
    ]),
    ...named('listing_incomplete', [
      [
        'an entry left out, the count kept',
        onRow(1, (row, rows) => rows.splice(rows.indexOf(row), 1)),
      ],
    ]),
    ...named('entry_twice', [
      [
        'an entry twice',
        onRows((rows, body) => {
          rows.push(structuredClone(rows[0]!))
          body.count = Number(body.count) + 1
        }),
      ],
    ]),
    ...named('confirmation_gone', [
      ['a confirmation that vanished', onRow(0, (row) => confirmations(row).pop())],
    ]),
    ...named('nonce_used', [
      [
        'an entry whose nonce is used',
        onRow(2, (row) => {
          row.nonce = String(next - 1n)
          row.confirmations = []
          rehash(row)
        }),
      ],
    ]),
    ...named('unsigned_entry', [
      [
        'an unsigned entry at nonce 1,000,000,000',
        onRows((rows, body) => {
          const far: Row = { ...rows[0], nonce: '1000000000', confirmations: [], trusted: false }
          rehash(far)
          rows.push(far)
          body.count = Number(body.count) + 1
        }),
      ],
    ]),
    ...named('delegate_call', [
      [
        'a delegate call to unknown code with its own hash',
        unsigned(1, { operation: 1, to: attacker, data: '0x12345678' }),
      ],
    ]),
    ...named('governs', [
      [
        'a module in place of a batch',
        unsigned(1, {
          to: account.safe,
          data: `0x610b5925${word(attacker.slice(2).toLowerCase())}`,
        }),
      ],
      [
        'another threshold in place of a batch',
        unsigned(1, { to: account.safe, data: `0x694e80c3${word('1')}` }),
      ],
    ]),
    ...named('gas_refund', [
      [
        'a refund with its own hash',
        unsigned(1, { gasPrice: '1', baseGas: '1000000', refundReceiver: attacker }),
      ],
    ]),
    ...named('trailing_bytes', [
      [
        'bytes behind the calldata with its own hash',
        onRow(1, (row) => {
          row.data = `${row.data}deadbeef`
          row.confirmations = []
          rehash(row)
        }),
      ],
    ]),
    ...named('row_unread', [
      [
        'a value that no number holds',
        onRow(1, (row) => {
          row.value = '1e3'
        }),
      ],
      [
        '4,000 confirmations',
        onRow(2, (row) => {
          const [first] = confirmations(row)
          row.confirmations = Array.from({ length: 4_000 }, () => first)
        }),
      ],
      [
        'a row that is a list',
        onRows((rows) => {
          rows[1] = [] as unknown as Row
        }),
      ],
    ]),
    ...named('listing_cut', [
      [
        'a next page on another host',
        onRows((_, body) => {
          body.next = 'http://elsewhere.example/api'
        }),
      ],
    ]),
    ...named(null, [
      [
        'a lower threshold in the row',
        onRow(2, (row) => {
          row.confirmationsRequired = 1
        }),
      ],
      ['falling order', onRows((rows) => rows.reverse())],
      [
        'a pending entry said to be executed',
        onRow(0, (row) => {
          row.isExecuted = true
          row.transactionHash = `0x${'ab'.repeat(32)}`
        }),
      ],
      ['other owners in the record', record({ owners: [attacker] })],
      ['another threshold in the record', record({ threshold: 1 })],
      ['a nonce ahead in the record', record({ nonce: '77' })],
      ['a nonce behind in the record', record({ nonce: String(next - 1n) })],
      ['a module in the record', record({ modules: [attacker] })],
      ['a guard in the record', record({ guard: attacker })],
      ['another version in the record', record({ version: '1.1.1', masterCopy: zeroAddress })],
    ]),
    ...thrown('safe_service_answer_invalid', [
      [
        'the same key twice in one entry',
        raw((body) => body.replace('"operation":0', '"operation":1,"operation":0')),
      ],
      ['an answer of 9 MiB', raw(() => `{"results":[],"x":"${'a'.repeat(9 * 2 ** 20)}"}`)],
      ['a page of HTML', raw(() => '<html>Just a moment…</html>')],
      ['a list that is an object', raw(() => '{"count":0,"next":null,"results":{}}')],
    ]),
    ...thrown('safe_service_unavailable', [
      ['a redirect to another host', status(302, { location: 'http://elsewhere.example/' })],
      ['a failure', status(503)],
    ]),
    ...thrown('safe_service_refused', [['a Safe that the service does not know', status(404)]]),
  ]
}

function otherHash(row: Row, account: SafeAccountState): void {
  const { transaction } = parseServiceEntry({ ...row, safeTxHash: null, confirmations: [] })
  row.safeTxHash = safeTransactionHashOf(transaction, account)
}
