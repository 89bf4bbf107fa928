import { invalidRequest, noParams, type Operation } from '../field/operation.ts'
import {
  accountNameDraft,
  accountNameResponse,
  accountNamesResponse,
  namedAccount,
} from './account-name.ts'

const base = { area: 'data', query: null, params: noParams } as const

/** The tenant's address book. The interface does not name it: every shape is our choice. */
export const accountNameOperations = {
  listAccountNames: {
    ...base,
    method: 'GET',
    path: '/v1/account-names',
    role: 'viewer',
    summary: 'List the address book',
    description: 'The names of own accounts; 10,000 at most.',
    body: null,
    response: accountNamesResponse,
    failures: [],
  },
  putAccountName: {
    ...base,
    method: 'PUT',
    path: '/v1/account-names',
    role: 'curator',
    summary: 'Name an account',
    description: 'In place of the name that it has.',
    body: accountNameDraft,
    response: accountNameResponse,
    failures: [
      {
        status: 422,
        code: 'account_name_invalid',
        when: 'The text is not a name, or looks like one of the published record',
      },
      { status: 409, code: 'name_taken', when: 'Another account has a name that looks the same' },
      { status: 409, code: 'too_many_names', when: 'The tenant has 10,000 names' },
      invalidRequest,
    ],
  },
  removeAccountName: {
    ...base,
    method: 'POST',
    path: '/v1/account-names/remove',
    role: 'curator',
    summary: 'Remove a name',
    description: 'The account has no name there any more.',
    body: namedAccount,
    response: accountNameResponse,
    failures: [
      { status: 404, code: 'name_not_found', when: 'The account has no name there' },
      invalidRequest,
    ],
  },
} as const satisfies Readonly<Record<string, Operation>>
