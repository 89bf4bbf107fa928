import { address, createNoopSigner } from '@solana/kit'
import { getCreateAccountInstruction, getTransferSolInstruction } from '@solana-program/system'
import {
  AuthorityType,
  findAssociatedTokenPda,
  getApproveCheckedInstruction,
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getSetAuthorityInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token'
import {
  computeUnitPriceInstruction,
  type Instruction,
  initializeDigestInstruction,
  manageInstruction,
  parseSvmAddress,
  svmAddressOf,
  tokenProgram,
} from '@vaultwright/svm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kaminoVectors } from '../../../../test/solana/support/kamino-account.ts'
import { svmTemplates } from '../catalogue/catalogue.ts'
import { describeInstruction } from './describe.ts'

const filled = (value: number) => svmAddressOf(new Uint8Array(32).fill(value))
const first: string = filled(1)
const second: string = filled(2)
const third: string = filled(3)
const fourth: string = filled(4)
const signer = (text: string) => createNoopSigner(address(text))

type KitInstruction = {
  readonly programAddress: string
  readonly accounts?: readonly { readonly address: string; readonly role: number }[]
  readonly data?: ArrayLike<number>
}

/** An instruction that the public client made, in our words. */
function ours({ programAddress, accounts = [], data = [] }: KitInstruction): Instruction {
  return {
    program: parseSvmAddress(programAddress),
    accounts: accounts.map((account) => ({
      address: parseSvmAddress(account.address),
      isSigner: account.role >= 2,
      isWritable: account.role % 2 === 1,
    })),
    data: Uint8Array.from(data),
  }
}

function argumentsOf(instruction: Instruction) {
  const description = describeInstruction(instruction)
  const values = description.arguments.map(({ name, value }) => [name, value])
  const accounts = description.accounts.map(({ name, address }) => [name, address])
  return {
    name: description.name,
    arguments: Object.fromEntries(values),
    accounts: Object.fromEntries(accounts),
    extraBytes: description.extraBytes,
  }
}

test('law: what public clients make of tokens and SOL has its name, arguments and accounts', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.nat(255), (amount, decimals) => {
      const parts = { mint: address(second), amount, decimals }
      const transfer = getTransferCheckedInstruction({
        ...parts,
        source: address(first),
        destination: address(third),
        authority: signer(fourth),
      })
      expect(argumentsOf(ours(transfer))).toEqual({
        name: 'transfer_checked',
        arguments: { amount: String(amount), decimals: String(decimals) },
        accounts: { source: first, mint: second, destination: third, authority: fourth },
        extraBytes: 0,
      })
      const approve = getApproveCheckedInstruction({
        ...parts,
        source: address(first),
        delegate: address(third),
        owner: signer(fourth),
      })
      expect(argumentsOf(ours(approve))).toEqual({
        name: 'approve_checked',
        arguments: { amount: String(amount), decimals: String(decimals) },
        accounts: { source: first, mint: second, delegate: third, owner: fourth },
        extraBytes: 0,
      })
      const send = getTransferSolInstruction({
        source: signer(first),
        destination: address(second),
        amount,
      })
      expect(argumentsOf(ours(send))).toEqual({
        name: 'transfer',
        arguments: { lamports: String(amount) },
        accounts: { source: first, destination: second },
        extraBytes: 0,
      })
    }),
  )
})

test('golden: authorities, accounts and associated accounts of public clients', async () => {
  for (const newAuthority of [null, address(third)]) {
    const instruction = getSetAuthorityInstruction({
      owned: address(first),
      owner: signer(second),
      authorityType: AuthorityType.CloseAccount,
      newAuthority,
    })
    expect(argumentsOf(ours(instruction))).toMatchObject({
      name: 'set_authority',
      arguments: { authority_type: '3', new_authority: newAuthority ?? 'none' },
      extraBytes: 0,
    })
  }
  const close = getCloseAccountInstruction({
    account: address(first),
    destination: address(second),
    owner: signer(third),
  })
  expect(argumentsOf(ours(close))).toMatchObject({ name: 'close_account', arguments: {} })
  const account = getCreateAccountInstruction({
    payer: signer(first),
    newAccount: signer(second),
    lamports: 7n,
    space: 165,
    programAddress: address(tokenProgram),
  })
  expect(argumentsOf(ours(account))).toMatchObject({
    name: 'create_account',
    arguments: { lamports: '7', space: '165', owner: tokenProgram },
  })
  const token = {
    owner: address(first),
    mint: address(second),
    tokenProgram: address(tokenProgram),
  }
  const [ata] = await findAssociatedTokenPda(token)
  const create = getCreateAssociatedTokenIdempotentInstruction({
    ...token,
    ata,
    payer: signer(third),
  })
  expect(argumentsOf(ours(create))).toMatchObject({
    name: 'create_idempotent',
    accounts: { payer: third, account: ata, owner: first, mint: second },
  })
})

test('golden: manage shows the call inside, and the administration of digests its digest', () => {
  const innerCall = computeUnitPriceInstruction(5n)
  const manage = manageInstruction({
    strategist: filled(1),
    vaultId: 3n,
    subAccount: 2,
    digestAddress: filled(2),
    innerCall,
  })
  expect(describeInstruction(manage)).toMatchObject({
    programName: 'Vault',
    name: 'manage',
    arguments: [
      { name: 'vault_id', value: '3' },
      { name: 'sub_account', value: '2' },
    ],
    inner: { name: 'set_compute_unit_price', arguments: [{ name: 'micro_lamports', value: '5' }] },
  })
  const digest = new Uint8Array(32).fill(0xab)
  const admin = initializeDigestInstruction({
    authority: filled(1),
    vaultId: 3n,
    digest,
    operators: [{ kind: 'noop' }],
  })
  expect(describeInstruction(admin)).toMatchObject({
    name: 'initialize_cpi_digest',
    arguments: [{ value: '3' }, { name: 'digest', value: 'ab'.repeat(32) }],
  })
  expect(describeInstruction(admin, filled(9))).toMatchObject({ programName: null, name: null })
})

test('law: what a template makes is described with its names, its amounts, and nothing left over', () => {
  const amounts = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
  fc.assert(
    fc.property(fc.constantFrom(...svmTemplates), amounts, (template, value) => {
      const token = { symbol: '', mint: filled(9), decimals: 6, program: tokenProgram }
      const { innerCall } = template.callOf({
        subAccount: filled(7),
        token: () => token,
        account: (name) => filled(100 + name.length),
        accountOrNull: (name) => filled(100 + name.length),
        amount: () => value,
      })
      const { name, arguments: values, accounts, extraBytes } = describeInstruction(innerCall)
      const amountsOf = values.filter((each) => each.value === String(value))
      const stated = Object.values(template.parameters).filter(({ kind }) => kind === 'amount')
      expect([template.route, name === null, extraBytes]).toEqual([template.route, false, 0])
      expect(amountsOf.length).toBeGreaterThanOrEqual(stated.length)
      expect(accounts.map(({ address }) => address)).toEqual(
        innerCall.accounts.map(({ address }) => address),
      )
      expect(accounts.every((account) => account.name !== null)).toBe(true)
    }),
  )
})

test('golden: calls and refreshes of Kamino, as its own library makes them', () => {
  const { instructions } = kaminoVectors
  const shown = (key: string) => {
    const { program, accounts, data } = instructions[key]!
    const metas = accounts.map((text) => {
      const [of, role] = text.split(' ')
      return { address: of!, role: Number(role) }
    })
    const instruction = ours({
      programAddress: program,
      accounts: metas,
      data: Buffer.from(data, 'hex'),
    })
    const { programName } = describeInstruction(instruction)
    const { name, arguments: values, accounts: parts } = argumentsOf(instruction)
    return [programName, name, values, parts.position, parts.farm ?? null]
  }
  const { position } = kaminoVectors.addresses
  const { farm, debt_farm: debtFarm } = kaminoVectors
  expect(
    ['deposit', 'withdraw', 'borrow', 'init_farm', 'init_debt_farm', 'refresh_obligation'].map(
      shown,
    ),
  ).toEqual([
    ['Kamino', 'deposit', { amount: '5000000' }, position, farm],
    ['Kamino', 'withdraw', { collateral: String(2n ** 64n - 1n) }, position, farm],
    ['Kamino', 'borrow', { amount: '5000000' }, position, debtFarm],
    ['Kamino', 'init_farm', {}, position, farm],
    ['Kamino', 'init_debt_farm', {}, position, debtFarm],
    ['Kamino', 'refresh_position', {}, position, null],
  ])
})

test('refuses: a name for data that is cut, and for a program that is not known', () => {
  const { data, ...described } = ours(
    getTransferSolInstruction({ source: signer(first), destination: address(second), amount: 5n }),
  )
  for (let length = 0; length < data.length; length += 1) {
    const cut = describeInstruction({ ...described, data: data.slice(0, length) })
    expect(cut).toMatchObject({ programName: 'System', name: null, arguments: [] })
  }
  const longer = describeInstruction({ ...described, data: Uint8Array.from([...data, 1, 2]) })
  expect(longer).toMatchObject({ name: 'transfer', extraBytes: 2 })
  expect(describeInstruction({ ...described, data, program: filled(7) }).name).toBeNull()
  const cutManage = { program: parseSvmAddress('5ZRnXG4GsUMLaN7w2DtJV1cgLgcXHmuHCmJ2MxoorWCE') }
  const bytes = Uint8Array.of(0xa8, 0x8d, 0x83, 0x36, 0x4f, 0x96, 0x58, 0x24, 1)
  expect(describeInstruction({ ...cutManage, accounts: [], data: bytes }).name).toBeNull()
})
