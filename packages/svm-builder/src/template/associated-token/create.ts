import {
  associatedTokenProgram,
  readonlyAccount,
  systemProgram,
  token2022Program,
  tokenProgram,
  writableAccount,
  writableSignerAccount,
} from '@vaultwright/svm'
import { pinAccounts, pinBytes, pinSize, tokenAccountOf } from '../piece.ts'
import type { SvmTemplate } from '../template.ts'

/**
 * Creates a token account for an owner, if it does not exist; the sub-account pays its rent.
 *
 * Source: Solana's associated token account program, instruction 1.
 */
export const associatedTokenCreate: SvmTemplate = {
  route: 'associated_token/create',
  name: 'Create token account',
  protocol: 'associated_token',
  protocolAppUrl: null,
  description: "Creates an owner's associated token account, paid by a sub-account.",
  parameters: {
    token: { kind: 'token', describe: 'Mint' },
    owner: { kind: 'account', describe: 'Owner of the token account', isRequested: true },
  },
  operators: [pinBytes(0, 1), ...pinAccounts(0, 2, 3, 5), pinSize],
  dataFields: [{ name: 'instruction', start: 0, length: 1 }],
  accountNames: [
    'sub_account',
    'token_account',
    'owner',
    'mint',
    'system_program',
    'token_program',
  ],
  receivers: [1],
  computeUnits: 60_000,
  programs: [associatedTokenProgram, systemProgram, tokenProgram, token2022Program],
  callOf: ({ subAccount, token, account }) => {
    const created = token('token')
    const owner = account('owner')
    const { address } = tokenAccountOf(owner, created)
    return {
      innerCall: {
        program: associatedTokenProgram,
        accounts: [
          writableSignerAccount(subAccount),
          writableAccount(address),
          readonlyAccount(owner),
          readonlyAccount(created.mint),
          readonlyAccount(systemProgram),
          readonlyAccount(created.program),
        ],
        data: new Uint8Array([1]),
      },
      before: [],
      after: [],
      spending: null,
      tokenAccounts: [],
      creates: [address],
    }
  },
  sentenceOf: ({ symbol, account }) =>
    `Create the ${symbol('token')} account of ${account('owner')}`,
}
