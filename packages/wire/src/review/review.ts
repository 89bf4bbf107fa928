import Type, { type Static } from 'typebox'
import { address, bytes, time, word } from '../field/field.ts'
import { dataOf } from '../field/page.ts'

/** The maximum number of entries of one review. */
export const maxReviewEntries = 1_000
/** The maximum length of a comment. */
export const maxCommentLength = 2_000

const base64Url = Type.String({ pattern: '^[\\w-]*$', maxLength: 8_192 })
const act = Type.Enum(['proposed', 'approved', 'rejected', 'commented'])
const comment = Type.String({ maxLength: maxCommentLength })

/** The subject of a review: a packet by its content hash, or a root. */
export const reviewSubject = Type.Object(
  { kind: Type.Enum(['packet', 'root']), hash: word },
  { title: 'ReviewSubject', additionalProperties: false },
)

const author = Type.Object(
  { id: Type.String({ minLength: 1, maxLength: 64 }), name: Type.String({ maxLength: 200 }) },
  { title: 'ReviewAuthor', additionalProperties: false },
)

const draftFields = {
  number: Type.Integer({ minimum: 1, maximum: maxReviewEntries, description: 'From 1' }),
  previous: Type.String({
    ...word,
    description: 'Hash of the entry before it; zeros for the first',
  }),
  act,
  comment,
  version: Type.String({ maxLength: 40, description: 'Of the interface that made the entry' }),
  at: time,
  author,
}

/** An entry of a review as its author is asked to sign it. */
export const reviewDraft = Type.Object(draftFields, {
  title: 'ReviewDraft',
  additionalProperties: false,
})

/** An entry of a review, signed by a passkey of its author over all that stands before the key. */
export const reviewEntry = Type.Object(
  {
    ...draftFields,
    public_key: Type.String({ ...bytes, maxLength: 2_050, description: 'COSE' }),
    assertion: Type.Object(
      { authenticator_data: base64Url, client_data_json: base64Url, signature: base64Url },
      { title: 'ReviewAssertion', additionalProperties: false },
    ),
  },
  { title: 'ReviewEntry', additionalProperties: false },
)

/** A review with every entry, oldest first: whoever has it verifies it offline. */
export const reviewRecord = Type.Object(
  {
    format: Type.Enum(['vaultwright-review-1']),
    subject: reviewSubject,
    entries: Type.Array(reviewEntry, { maxItems: maxReviewEntries }),
  },
  { title: 'ReviewRecord', additionalProperties: false },
)

const required = Type.Integer({
  minimum: 0,
  maximum: 10,
  description: 'Approvals before a screen says that it is ready; 0 for none',
})

/** The rules of the tenant for a review, beside the record: the service's word. */
export const reviewPolicy = Type.Object(
  {
    required: Type.Integer({
      ...required,
      description:
        'Approvals before a screen says that it is ready: of a root those of its vaults, of a packet the most that any vault asks for',
    }),
    managers: Type.Array(
      Type.Object(
        { chain_id: Type.Integer(), manager_address: address, required },
        { title: 'ManagerReviewRule', additionalProperties: false },
      ),
      { description: 'Approvals of a packet whose batches are of one of these Managers alone' },
    ),
    proposers: Type.Array(Type.String(), { description: 'Ids of users who pushed the tree' }),
    deactivated: Type.Array(Type.String(), { description: 'Ids of users who are deactivated' }),
  },
  { title: 'ReviewPolicy', additionalProperties: false },
)

export const reviewRecordResponse = dataOf(reviewRecord, 'ReviewRecordResponse')

/** The entry that a reviewer asks to sign. */
export const reviewRequest = Type.Object(
  { ...reviewSubject.properties, act, comment: Type.Optional(comment) },
  { title: 'ReviewRequest', additionalProperties: false },
)

/** A review as the console shows it. */
export const reviewResponse = Type.Object(
  {
    data: Type.Object(
      { record: reviewRecord, policy: reviewPolicy },
      { title: 'Review', additionalProperties: false },
    ),
  },
  { title: 'ReviewResponse', additionalProperties: false },
)

/** The number of approvals that the tenant asks for. */
export const reviewRule = Type.Object(
  { required },
  { title: 'ReviewRule', additionalProperties: false },
)

/** The number of approvals of what acts for one vault; null where the tenant's own number holds. */
export const vaultReviewRule = Type.Object(
  { vault_address: address, required: Type.Union([required, Type.Null()]) },
  { title: 'VaultReviewRule', additionalProperties: false },
)

const namedRule = Type.Object(
  { ...vaultReviewRule.properties, name: Type.String() },
  { title: 'NamedVaultReviewRule', additionalProperties: false },
)
export const reviewRuleResponse = dataOf(
  Type.Object(
    { required, vaults: Type.Array(namedRule) },
    { title: 'ReviewRules', additionalProperties: false },
  ),
  'ReviewRuleResponse',
)

/** The subject of a review. */
export type ReviewSubjectData = Static<typeof reviewSubject>
/** A signed entry of a review. */
export type ReviewEntryData = Static<typeof reviewEntry>
/** A review with every entry. */
export type ReviewRecordData = Static<typeof reviewRecord>
/** The rules of the tenant for a review. */
export type ReviewPolicyData = Static<typeof reviewPolicy>
/** A review as the console shows it. */
export type ReviewData = Static<typeof reviewResponse>['data']
