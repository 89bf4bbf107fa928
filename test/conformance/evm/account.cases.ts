import type { Address, Hex } from '@vaultwright/base'
import { getContractAddress } from 'viem'

/** Accounts, and calls one after the other that make, empty, end or change them. */
export type AccountCase = {
  readonly name: string
  /** The first hardfork that has it; `cancun` when not given. */
  readonly from?: 'cancun' | 'prague'
  readonly before: Readonly<
    Record<Address, { readonly code?: Hex; readonly balance?: bigint; readonly nonce?: bigint }>
  >
  readonly calls: readonly {
    readonly from: Address
    readonly to: Address
    readonly data: Hex
    readonly value: bigint
  }[]
}

const sender: Address = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
let count = 0xacc0_0000
const fresh = (): Address => `0x${(count++).toString(16).padStart(40, '0')}`
const wordOf = (name: Address) => name.slice(2).padStart(64, '0')
const call = (to: Address, data: Hex = '0x', value = 0n, from = sender) => ({
  from,
  to,
  data,
  value,
})

/** Answers the balance, the size and the hash of the code of the account that it is given. */
const reader = fresh()
const readerCode: Hex = '0x5f35315f525f353b6020525f353f60405260605ff3'
const look = (name: Address) => call(reader, `0x${wordOf(name)}`)

/** Calls the account that it is given with the value that it gets: whether it succeeded, and its answer. */
const caller = fresh()
const callerCode: Hex = '0x602060205f5f345f355af15f5260405ff3'
/** The same by a delegate call. */
const delegator = fresh()
const delegatorCode: Hex = '0x602060205f5f5f355af45f5260405ff3'

/** Creates by CREATE2 with the salt in the first word, from the code behind it, with the value that it gets. */
const factory = fresh()
const factoryCode: Hex = ('0x60203603806020' + '5f375f35905f34f55f5260205ff3') as Hex
/** Creates, calls what it made, and answers its address, whether the call succeeded, and the size of its code. */
const maker = fresh()
const makerCode = ('0x602036038060205f375f35905f34f55f52' +
  '5f5f5f5f5f5f515af1602052' +
  '5f513b60405260605ff3') as Hex

const salt = '00'.repeat(31)
const createFrom = (from: Address, byte: string, bytecode: Hex): Address =>
  getContractAddress({ opcode: 'CREATE2', from, salt: `0x${salt}${byte}`, bytecode })
const create = (from: Address, byte: string, init: Hex, value = 0n) =>
  call(from, `0x${salt}${byte}${init.slice(2)}`, value)

/** Puts a program of 8 bytes there, which answers 255. */
const initOf255: Hex = ('0x6760ff5f5260205ff35f52600860' + '18f3') as Hex
/** Puts a program there that ends itself in favour of its caller. */
const initOfEnding: Hex = '0x6133ff5f526002601ef3'
const initThatEnds: Hex = '0x33ff'
const beneficiary = fresh()
const initThatPays = `0x73${beneficiary.slice(2)}ff` as Hex
/** Makes an account without code. */
const initOfNothing: Hex = '0x00'

const tools = {
  [reader]: { code: readerCode },
  [caller]: { code: callerCode },
  [delegator]: { code: delegatorCode },
  [factory]: { code: factoryCode },
  [maker]: { code: makerCode },
}

const [absent, paid, rich, numbered, ending, endingSelf] = [
  fresh(),
  fresh(),
  fresh(),
  fresh(),
  fresh(),
  fresh(),
]
const [owner, ownerOfOwner, ownerOfNothing, ownerOfHash, program] = [
  fresh(),
  fresh(),
  fresh(),
  fresh(),
  fresh(),
]
/** Answers its own address, its caller, and the size and hash of its caller's code. */
const programCode: Hex = '0x305f5233602052333b604052333f60605260805ff3'
const delegated = (to: Address): Hex => `0xef0100${to.slice(2)}`
const writer = fresh()
/** Adds one to its slot 0, and answers it. */
const writerCode: Hex = '0x5f54600101805f555f5260205ff3'
const ownerThatWrites = fresh()

const emptied = createFrom(factory, '01', initThatPays)
const placed = createFrom(factory, '02', initOf255)
const ended = createFrom(maker, '03', initOfEnding)
const richPlace = createFrom(factory, '04', initOf255)
const takenPlace = createFrom(factory, '05', initOf255)

export const accountCases: readonly AccountCase[] = [
  {
    name: 'an account that is not there: looked at, called, paid nothing',
    before: tools,
    calls: [look(absent), call(absent), call(caller, `0x${wordOf(absent)}`), look(absent)],
  },
  {
    name: 'an account that a payment makes',
    before: tools,
    calls: [
      look(paid),
      call(paid, '0x', 7n),
      look(paid),
      call(caller, `0x${wordOf(paid)}`, 9n),
      look(paid),
    ],
  },
  {
    name: 'accounts with a balance alone, and with a nonce alone',
    before: { ...tools, [rich]: { balance: 5n }, [numbered]: { nonce: 3n } },
    calls: [look(rich), look(numbered), call(caller, `0x${wordOf(numbered)}`), look(numbered)],
  },
  {
    name: 'CREATE2 onto a free place, onto what it made, and what stands there then',
    before: tools,
    calls: [
      look(placed),
      create(factory, '02', initOf255),
      look(placed),
      call(placed),
      create(factory, '02', initOf255),
      create(factory, '02', initOf255, 1n),
      look(placed),
    ],
  },
  {
    name: 'CREATE2 onto a place with a balance, and onto one with a nonce',
    before: { ...tools, [richPlace]: { balance: 11n }, [takenPlace]: { nonce: 1n } },
    calls: [
      create(factory, '04', initOf255, 2n),
      look(richPlace),
      create(factory, '05', initOf255, 2n),
      look(takenPlace),
      look(factory),
    ],
  },
  {
    name: 'an account without code that CREATE2 makes',
    before: tools,
    calls: [create(factory, '06', initOfNothing), look(createFrom(factory, '06', initOfNothing))],
  },
  {
    name: 'an account that is made with a payment and emptied while it is made',
    before: tools,
    calls: [
      create(factory, '01', initThatPays, 13n),
      look(emptied),
      look(beneficiary),
      create(factory, '01', initThatPays, 1n),
      look(beneficiary),
      create(factory, '07', initThatEnds, 3n),
      look(createFrom(factory, '07', initThatEnds)),
    ],
  },
  {
    name: 'what is made and ends itself in one transaction, and is made again',
    before: tools,
    calls: [
      create(maker, '03', initOfEnding, 4n),
      look(ended),
      look(maker),
      create(maker, '03', initOfEnding),
      look(ended),
    ],
  },
  {
    name: 'what was there before and ends itself: its balance goes, its code stays',
    before: {
      ...tools,
      [ending]: { code: `0x73${absent.slice(2)}ff`, balance: 17n },
      [endingSelf]: { code: '0x30ff', balance: 19n },
    },
    calls: [
      call(ending),
      look(ending),
      look(absent),
      call(caller, `0x${wordOf(ending)}`, 1n),
      look(absent),
      call(endingSelf),
      look(endingSelf),
      call(delegator, `0x${wordOf(ending)}`),
      look(delegator),
    ],
  },
  {
    name: 'EIP-7702: a delegated account is called: directly, inside, by a delegate call, and looked at',
    from: 'prague',
    before: {
      ...tools,
      [program]: { code: programCode },
      [owner]: { code: delegated(program), nonce: 1n, balance: 23n },
    },
    calls: [
      call(owner),
      call(owner, '0x', 1n),
      call(caller, `0x${wordOf(owner)}`),
      call(delegator, `0x${wordOf(owner)}`),
      look(owner),
    ],
  },
  {
    name: 'EIP-7702: a delegated account sends, and calls itself',
    from: 'prague',
    before: {
      ...tools,
      [program]: { code: programCode },
      [owner]: { code: delegated(program), nonce: 1n, balance: 23n },
    },
    calls: [
      call(program, '0x', 0n, owner),
      call(caller, `0x${wordOf(program)}`, 2n, owner),
      call(owner, '0x', 3n, owner),
      call(caller, `0x${wordOf(owner)}`, 4n, owner),
      look(owner),
    ],
  },
  {
    name: 'EIP-7702: delegation to a delegated account, to nothing, and to a precompile',
    from: 'prague',
    before: {
      ...tools,
      [program]: { code: programCode },
      [owner]: { code: delegated(program), nonce: 1n },
      [ownerOfOwner]: { code: delegated(owner), nonce: 1n },
      [ownerOfNothing]: { code: delegated(absent), nonce: 1n },
      [ownerOfHash]: { code: delegated(`0x${'02'.padStart(40, '0')}`), nonce: 1n },
    },
    calls: [ownerOfOwner, ownerOfNothing, ownerOfHash].flatMap((name) => [
      call(name),
      call(caller, `0x${wordOf(name)}`),
      look(name),
    ]),
  },
  {
    name: 'EIP-7702: storage belongs to the account that delegates',
    from: 'prague',
    before: {
      ...tools,
      [writer]: { code: writerCode },
      [ownerThatWrites]: { code: delegated(writer), nonce: 1n },
    },
    calls: [
      call(ownerThatWrites),
      call(ownerThatWrites),
      call(writer),
      call(caller, `0x${wordOf(ownerThatWrites)}`),
    ],
  },
]
