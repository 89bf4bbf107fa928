import type { DecoderRules } from '@vaultwright/manager'

const decoder = 'the decoder: what it was made with'

/**
 * Orders of CoW that a vault signs by a transaction: the order stands behind the arguments.
 *
 * A uid alone binds nothing but its owner: it is a hash. The decoder reads the twelve words of the order that
 * follow the arguments, hashes them, and refuses an order that is not the one of the uid. What it packs are
 * the order's own tokens and receiver; a signature that is taken back packs the owner alone.
 *
 * Source: GPv2Settlement.setPreSignature and invalidateOrder, GPv2Order.hash.
 */
export const cowOrder = {
  decoder: 'CowOrder',
  inherits: ['Base'],
  reads: {
    domainSeparator: {
      contract: decoder,
      function: 'domainSeparator()',
      returns: '(bytes32 domainSeparator)',
    },
    appData: { contract: decoder, function: 'appData()', returns: '(bytes32 appData)' },
    maxLife: { contract: decoder, function: 'maxLife()', returns: '(uint32 seconds)' },
    blockTime: {
      contract: 'the block: its time in unix seconds',
      function: 'timestamp()',
      returns: '(uint256 time)',
    },
  },
  functions: [
    {
      signature: 'setPreSignature(bytes orderUid, bool signed)',
      packs: `signed == true
        ? (order.sellToken, order.buyToken, order.receiver == 0 ? uid.owner : order.receiver)
        : (ZERO, ZERO, uid.owner)`,
      let: {
        order: 'gpv2Order()',
        uid: "path(orderUid, 'bytes32 digest, address owner, uint32 validTo')[0]",
      },
      checks: [
        'length(orderUid) == 56 else BadShape',
        'signed == false || order.size == 548 && order.uidOffset == 64 && order.uidPadding == 0 else BadShape',
        'signed == false || order.validTo == uid.validTo && order.digest == uid.digest else NotThisOrder',
        'signed == false || order.feeAmount == 0 else TermNotAllowed',
        // keccak256('sell')
        'signed == false || order.kind == 0xf3b277728b3fee749481eb3e0b3b48980dbbab78658fc419025cb16eee346775 else TermNotAllowed',
        // keccak256('erc20')
        'signed == false || order.sellTokenBalance == 0x5a28e9363bb942b639270062aa6bb295f434bcdfc42c97267bf003f272060dc9 else TermNotAllowed',
        'signed == false || order.buyTokenBalance == 0x5a28e9363bb942b639270062aa6bb295f434bcdfc42c97267bf003f272060dc9 else TermNotAllowed',
        'signed == false || order.appData == appData() else TermNotAllowed',
        'signed == false || order.validTo <= blockTime() + maxLife() else TermNotAllowed',
      ],
    },
    {
      signature: 'invalidateOrder(bytes orderUid)',
      packs: 'uid.owner',
      let: { uid: "path(orderUid, 'bytes32 digest, address owner, uint32 validTo')[0]" },
      checks: ['length(orderUid) == 56 else BadShape'],
    },
  ],
} as const satisfies DecoderRules
