import { nativeMint, tokenProgram, writableAccount, writableSignerAccount } from '@vaultwright/svm'
import { pinAccounts, pinBytes, pinSize, tokenAccountOf } from '../piece.ts'
import type { SvmTemplate } from '../template.ts'
import { closeData } from './token-data.ts'

/**
 * Closes the account of wrapped SOL, so that all of it and the rent are SOL again.
 *
 * Every account is pinned: CloseAccount sends the lamports to any account that it names.
 * Source: Solana's token program, instruction 9.
 */
export const tokenUnwrap: SvmTemplate = {
  route: 'spl_token/unwrap',
  name: 'Unwrap SOL',
  protocol: 'spl_token',
  protocolAppUrl: null,
  description: 'Turns all wrapped SOL of a sub-account into SOL and closes its token account.',
  parameters: {},
  operators: [pinBytes(0, 1), ...pinAccounts(0, 1, 2), pinSize],
  dataFields: [{ name: 'instruction', start: 0, length: 1 }],
  accountNames: ['wrapped_account', 'destination', 'sub_account'],
  receivers: [1],
  computeUnits: 30_000,
  programs: [tokenProgram],
  callOf: ({ subAccount }) => {
    const wrapped = tokenAccountOf(subAccount, { mint: nativeMint, program: tokenProgram })
    return {
      innerCall: {
        program: tokenProgram,
        accounts: [
          writableAccount(wrapped.address),
          writableAccount(subAccount),
          writableSignerAccount(subAccount),
        ],
        data: closeData,
      },
      before: [],
      after: [],
      spending: null,
      tokenAccounts: [wrapped],
    }
  },
  sentenceOf: () => 'Unwrap all wrapped SOL',
}
