import { type DecoderRules, openRuleBook, type RuleBook } from '@vaultwright/manager'

const signature = 'setPreSignature(bytes orderUid, bool signed)'

const bareUid: DecoderRules = {
  decoder: 'BareOrder',
  inherits: [],
  functions: [{ signature, packs: '' }],
}

const uidOwner: DecoderRules = {
  decoder: 'BareOrder',
  version: 'owner of the uid',
  inherits: [],
  functions: [
    {
      signature,
      packs: 'uid.owner',
      let: { uid: "path(orderUid, 'bytes32 digest, address owner, uint32 validTo')[0]" },
    },
  ],
}

/**
 * The rules of decoders that see the uid of an order and nothing else, and none else.
 *
 * A uid is a hash: such a leaf binds neither tokens nor receiver nor price, so whoever calls signs any order
 * of the vault. The rules are in a book of their own, for nothing is to be built or proven by them: they tell
 * what a leaf without terms permits.
 */
export const bareOrderRuleBook: RuleBook = openRuleBook([bareUid, uidOwner])
