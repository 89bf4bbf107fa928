import type { Hex } from '@vaultwright/base'

/** A small program, what it is called with, and what it shows. */
export type Program = {
  readonly name: string
  readonly code: Hex
  readonly data: Hex
  /** Wei. */
  readonly value: bigint
}

/** Code that puts words into memory and returns them. */
function words(...parts: readonly string[]): Hex {
  const stores = parts.map(
    (part, index) => `${part}61${(index * 32).toString(16).padStart(4, '0')}52`,
  )
  return `0x${stores.join('')}61${(parts.length * 32).toString(16).padStart(4, '0')}5ff3`
}

function push(value: bigint): string {
  const digits = value.toString(16)
  const bytes = digits.length % 2 === 0 ? digits : `0${digits}`
  return `${(0x5f + bytes.length / 2).toString(16)}${bytes}`
}

function blockHash(back: bigint): Hex {
  return words(`${push(back)}430340`)
}

/** Code that forwards its data to a precompile: the answer's first word, whether it succeeded. */
function forward(address: bigint): Hex {
  return `0x365f5f375f5f365f${push(address)}5afa5f523d5f60203e3d6020015ff3`
}

const word = (value: bigint) => value.toString(16).padStart(64, '0')
const list = (...values: readonly bigint[]): Hex => `0x${values.map(word).join('')}`
const program = (name: string, code: Hex, data: Hex = '0x', value = 0n): Program => ({
  name,
  code,
  data,
  value,
})

const pairing =
  '0x1c76476f4def4bb94541d57ebba1193381ffa7aa76ada664dd31c16024c43f593034dd2920f673e204fee2811c678745fc819b55d3e9d294e45c9b03a76aef41209dd15ebff5d46c4bd888e51a93cf99a7329636c63514396b4a452003a35bf704bf11ca01483bfa8b34b43561848d28905960114c8ac04049af4b6315a416782bb8324af6cfc93537a2ad1a445cfd0ca2a71acd7ac41fadbf933c2a51be344d120a2a4cf30c1bf9845f20c6fe39e07ea2cce61f0c9bb048165fe5e4de877550111e129f1cf1097710d41c4ac70fcdfa5ba2023c6ff1cbeac322de49d1b6df7c2032c61a830e3c17286de9462bf242fca2883585b93870a73853face6a6bf411198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c21800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa'
const blake =
  '0x0000000c48c9bdf267e6096a3ba7ca8485ae67bb2bf894fe72f36e3cf1361d5f3af54fa5d182e6ad7f520e511f6c3e2b8c68059b6bbd41fbabd9831f79217e1319cde05b61626300000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000300000000000000000000000000000001'
const recovered =
  '0x456e9aea5e197a1f1af7a3e85a3212fa4049a3ba34c2289b4c860fc0b0c64ef3000000000000000000000000000000000000000000000000000000000000001c9242685bf161793cc25603c231bc2f568eb630ea16aa137d2664ac80388256084f8ae3bd7535248d0bd448298cc2e2071e56992d0774dc340c368ae950852ada'
export const pointEvaluation: Hex =
  '0x01e798154708fe7789429634053cbf9f99b619f9f084048927333fce637f549b564c0a11a0f704f4fc3e8acfe0f8245f0ad1347b378fbf96e206da11a5d3630624d25032e67a7e6a4910df5834b8fe70e6bcfeeac0352434196bdf4b2485d5a18f59a8d2a1a625a17f3fea0fe5eb8c896db3764f3185481bc22f91b4aaffcca25f26936857bc3a7c2539ea8ec3a952b7873033e038326e87ed3e1276fd140253fa08e9fc25fb2d9a98527fc22a2c9612fbeafdad446cbc7bcdbdcd780af2c16a'
const p256 =
  '0x4cee90eb86eaa050036147a12d49004b6b9c72bd725d39d4785011fe190f0b4da73bd4903f0ce3b639bbbf6e8e80d16931ff4bcf5993d58468e8fb19086e8cac36dbcd03009df8c59286b162af3bd7fcc0450c9aa81be5d10d312af6c66b1d604aebd3099c618202fcfe16ae7770b0c49ab5eadf74b754204a3bb6060e44eff37618b065f9832de4ca6ca971a7a1adc826d0f7c00181a5fb2ddf79ae00b4e10e'
const mapped =
  `0x${'00'.repeat(16)}156c8a6a2c184569d69a76be144b5cdc5141d2d2ca4fe341f011e25e3969c55ad9e9b9ce2eb833c81a908e5fa4ac5f03` as const

/** Opcodes, precompiles and the price of data. PREVRANDAO is not among them: each engine makes one up. */
export const programs: readonly Program[] = [
  program('surroundings of the block', words('43', '42', '45', '46', '48', '3a', '41')),
  program('BLOBBASEFEE', words('4a')),
  program('BLOCKHASH of the parent', blockHash(1n)),
  program('BLOCKHASH 2 back', blockHash(2n)),
  program('BLOCKHASH 9 back', blockHash(9n)),
  program('BLOCKHASH 40 back', blockHash(40n)),
  program('BLOCKHASH 257 back, which is out of sight', blockHash(257n)),
  program('BLOCKHASH of itself and of the next', words('4340', '6001430140')),
  program(
    'origin, caller, value, own balance, address',
    words('32', '33', '34', '47', '30'),
    '0x',
    12_345n,
  ),
  program(
    'an account that is not there, and the caller',
    words('61123431', '6112343b', '6112343f', '3331', '333f', '333b'),
  ),
  program('transient storage', words('600760015d60015c', '60025c')),
  program('MCOPY', `0x7f${'ab'.repeat(32)}5f5260205f60205e60405ff3`),
  program(
    'storage written, cleared, refunded',
    words('60016000555f54', '60005f555f54', '600560015560066001555f600155600154'),
  ),
  program('CREATE2', '0x60015f5f5ff55f5260205ff3'),
  program('CREATE of what destroys itself', '0x6133ff5f526002601e5ff05f5260205ff3'),
  program('out of gas', '0x5b5f56'),
  program('an invalid opcode', '0xfe'),
  program('a stack that is empty', '0x50'),
  program('deep recursion', '0x5f5f5f5f5f305af15f5260205ff3'),
  program('CLZ', words('60ff1e', '5f1e', '60011e')),
  program('ecrecover', forward(1n), recovered),
  program('sha256', forward(2n), '0x010203'),
  program('ripemd160', forward(3n), '0x010203'),
  program('identity', forward(4n), '0x010203'),
  program('modexp, small', forward(5n), `${list(1n, 1n, 1n)}030507`),
  program(
    'modexp, 256 bytes',
    forward(5n),
    `${list(256n, 32n, 256n)}${'ab'.repeat(256)}${'cd'.repeat(32)}${'ef'.repeat(256)}`,
  ),
  program('bn254 add', forward(6n), list(1n, 2n, 1n, 2n)),
  program('bn254 mul', forward(7n), list(1n, 2n, 9n)),
  program('bn254 pairing of nothing', forward(8n)),
  program('bn254 pairing', forward(8n), pairing),
  program('blake2f', forward(9n), blake),
  program('point evaluation', forward(10n), pointEvaluation),
  program('bls g1 add of infinities', forward(11n), `0x${'00'.repeat(256)}`),
  program('bls pairing of infinities', forward(15n), `0x${'00'.repeat(384)}`),
  program('bls map to g1', forward(16n), mapped),
  program('p256', forward(256n), p256),
  program('20 kB of ff', '0x00', `0x${'ff'.repeat(20_000)}`),
  program('20 kB of zeros', '0x00', `0x${'00'.repeat(20_000)}`),
]
