// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";
import {CowEvent} from "./CowEvent.sol";
import {
    BALANCE_ERC20,
    CowOrder,
    KIND_BUY,
    KIND_SELL,
    UID_LENGTH,
    cowDigestOf,
    cowDomainOf,
    cowOwnerOf
} from "../../decoder/CowOrder.sol";

/// @notice One order of a settlement as a solver hands it in.
struct CowTrade {
    uint256 sellTokenIndex;
    uint256 buyTokenIndex;
    address receiver;
    uint256 sellAmount;
    uint256 buyAmount;
    uint32 validTo;
    bytes32 appData;
    uint256 feeAmount;
    /// @dev Bit 0 buys, 1 may be filled in parts, 2-3 and 4 where balances are (0 is ERC-20), 5-6
    /// how it is signed: 0 EIP-712, 1 eth_sign, 3 pre-signed.
    uint256 flags;
    /// @dev What is filled of an order that may be filled in parts; otherwise not looked at.
    uint256 executedAmount;
    /// @dev 65 bytes r, s, v; the 20 bytes of the owner if pre-signed.
    bytes signature;
}

/// @notice Who stands behind an order: by a signature, or by having said so on chain before.
abstract contract CowSigning is CowEvent {
    bytes32 private constant PRE_SIGNED = keccak256("GPv2Signing.Scheme.PreSign");

    bytes32 public immutable domainSeparator;
    /// @notice Not zero while the owner of the uid stands behind the order.
    mapping(bytes orderUid => uint256) public preSignature;

    /// @dev Balances inside another vault.
    error BalanceNotSupported();
    /// @dev A contract's own judgement of a signature (EIP-1271).
    error SchemeNotSupported();

    constructor() {
        domainSeparator = cowDomainOf(address(this));
    }

    /// @notice Stands behind an order of the caller, or no longer does.
    /// @param orderUid digest, owner, last second: 56 bytes.
    function setPreSignature(bytes calldata orderUid, bool signed) external {
        require(_ownerOf(orderUid) == msg.sender, "GPv2: cannot presign order");
        preSignature[orderUid] = signed ? uint256(PRE_SIGNED) : 0;
        emit PreSignature(msg.sender, orderUid, signed);
    }

    function _ownerOf(bytes calldata orderUid) internal pure returns (address) {
        require(orderUid.length == UID_LENGTH, "GPv2: invalid uid");
        return cowOwnerOf(orderUid);
    }

    function _orderOf(address[] calldata tokens, CowTrade calldata trade)
        internal
        pure
        returns (CowOrder memory order)
    {
        // Kinds of balances: 0 and 1 are ERC-20 for what is sold, 0 for what is bought.
        if (trade.flags & 0x18 != 0) revert BalanceNotSupported();
        order.sellToken = tokens[trade.sellTokenIndex];
        order.buyToken = tokens[trade.buyTokenIndex];
        order.receiver = trade.receiver;
        order.sellAmount = trade.sellAmount;
        order.buyAmount = trade.buyAmount;
        order.validTo = trade.validTo;
        order.appData = trade.appData;
        order.feeAmount = trade.feeAmount;
        order.kind = trade.flags & 1 == 0 ? KIND_SELL : KIND_BUY;
        order.partiallyFillable = trade.flags & 2 != 0;
        order.sellTokenBalance = BALANCE_ERC20;
        order.buyTokenBalance = BALANCE_ERC20;
    }

    /// @dev Tells the owner and the uid of an order, or fails because nobody stands behind it.
    function _signerOf(CowOrder memory order, CowTrade calldata trade)
        internal
        view
        returns (address owner, bytes memory uid)
    {
        bytes32 digest = cowDigestOf(domainSeparator, order);
        uint256 scheme = (trade.flags >> 5) & 3;
        if (scheme == 2) revert SchemeNotSupported();
        if (scheme == 3) {
            require(trade.signature.length == 20, "GPv2: malformed presignature");
            owner = address(bytes20(trade.signature));
        } else {
            owner = _recovered(
                scheme == 0 ? digest : MessageHashUtils.toEthSignedMessageHash(digest),
                trade.signature
            );
        }
        uid = abi.encodePacked(digest, owner, order.validTo);
        if (scheme == 3) {
            require(preSignature[uid] == uint256(PRE_SIGNED), "GPv2: order not presigned");
        }
    }

    function _recovered(bytes32 digest, bytes calldata signature) private pure returns (address) {
        require(signature.length == 65, "GPv2: malformed ecdsa signature");
        (address signer, ECDSA.RecoverError failure,) = ECDSA.tryRecover(digest, signature);
        require(failure == ECDSA.RecoverError.NoError, "GPv2: invalid ecdsa signature");
        return signer;
    }
}
