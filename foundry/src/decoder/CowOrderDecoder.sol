// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {
    BALANCE_ERC20,
    CowOrder,
    KIND_SELL,
    UID_LENGTH,
    cowDigestOf,
    cowOwnerOf,
    cowValidToOf
} from "./CowOrder.sol";
import {BaseDecoder} from "./BaseDecoder.sol";
import {BadShape, NotThisOrder, TermNotAllowed} from "./DecoderError.sol";

/// @notice CoW orders by pre-signature, with the terms of the order bound by the leaf.
/// A settlement signs 56 opaque bytes and ignores what stands behind its arguments. So the order itself
/// travels there: this decoder recomputes its digest and packs the tokens and the receiver.
contract CowOrderDecoder is BaseDecoder {
    /// @dev Selector, offset, flag, length, and the uid in two words.
    uint256 private constant HEAD_LENGTH = 164;
    uint256 private constant ORDER_LENGTH = 12 * 32;

    /// @notice The EIP-712 domain of the one settlement whose orders are read.
    bytes32 public immutable domainSeparator;
    /// @notice The one document that an order may name: others carry partner fees and hooks.
    bytes32 public immutable appData;
    /// @notice How long an order may last from now · seconds.
    uint32 public immutable maxLife;

    constructor(bytes32 domainSeparator_, bytes32 appData_, uint32 maxLife_) {
        domainSeparator = domainSeparator_;
        appData = appData_;
        maxLife = maxLife_;
    }

    /// @notice Packs sold token, bought token and receiver of a placed order; twice zero and the owner
    /// of one that is taken back.
    function setPreSignature(bytes calldata orderUid, bool signed)
        external
        view
        virtual
        returns (bytes memory)
    {
        if (orderUid.length != UID_LENGTH) revert BadShape();
        address owner = cowOwnerOf(orderUid);
        if (!signed) return abi.encodePacked(address(0), address(0), owner);
        CowOrder memory order = _orderBehind();
        if (
            cowDigestOf(domainSeparator, order) != bytes32(orderUid[:32])
                || order.validTo != cowValidToOf(orderUid)
        ) revert NotThisOrder();
        _checkTerms(order);
        address receiver = order.receiver == address(0) ? owner : order.receiver;
        return abi.encodePacked(order.sellToken, order.buyToken, receiver);
    }

    /// @notice Packs the owner.
    function invalidateOrder(bytes calldata orderUid) external pure virtual returns (bytes memory) {
        if (orderUid.length != UID_LENGTH) revert BadShape();
        return abi.encodePacked(cowOwnerOf(orderUid));
    }

    /// @dev What an order has to be beside what a leaf binds.
    function _checkTerms(CowOrder memory order) internal view virtual {
        if (
            order.feeAmount != 0 || order.kind != KIND_SELL
                || order.sellTokenBalance != BALANCE_ERC20 || order.buyTokenBalance != BALANCE_ERC20
                || order.appData != appData || order.validTo > block.timestamp + maxLife
        ) revert TermNotAllowed();
    }

    /// @dev The calldata has one spelling: the uid at once, zeroes up to the word, the order, no more.
    function _orderBehind() private pure returns (CowOrder memory) {
        if (
            msg.data.length != HEAD_LENGTH + ORDER_LENGTH
                || bytes32(msg.data[4:36]) != bytes32(uint256(0x40))
                || bytes8(msg.data[156:164]) != 0
        ) revert BadShape();
        return abi.decode(msg.data[HEAD_LENGTH:], (CowOrder));
    }
}
