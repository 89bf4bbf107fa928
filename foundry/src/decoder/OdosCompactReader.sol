// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice What a decoder reads of the Odos router: tokens and accounts that calldata names by
/// number.
interface IOdosRouter {
    function addressList(uint256 index) external view returns (address);
}

struct CompactSwap {
    address inputToken;
    address outputToken;
    address executor;
    address outputReceiver;
}

/// @notice Reads the packed calldata of `swapCompact()`.
/// Tokens, two amounts with their lengths, three bytes of slippage, then executor and receivers. An
/// address is a code of two bytes: 0 nobody, 1 the next 20 bytes, more a place in the router's
/// list.
contract OdosCompactReader {
    /// @dev Stands for every output receiver of the router's list: it is bound by no leaf.
    address private constant LISTED_RECEIVER = 0xffffFFFfFFffffffffffffffFfFFFfffFFFfFFfE;

    IOdosRouter public immutable odosRouter;

    constructor(address odosRouter_) {
        odosRouter = IOdosRouter(odosRouter_);
    }

    /// @dev The router pays its caller when no receiver is named; to the decoder that is its own.
    function _readCompactSwap() internal view returns (CompactSwap memory swap) {
        uint256 at = 4;
        swap.inputToken = _addressAt(at);
        at = _addressEnd(at);
        swap.outputToken = _addressAt(at);
        at = _addressEnd(at);
        at += 1 + _byteAt(at);
        at += 1 + _byteAt(at);
        at += 3;
        swap.executor = _addressAt(at);
        at = _addressEnd(at);
        at = _addressEnd(at);
        uint256 code = _codeAt(at);
        swap.outputReceiver = code > 1 ? LISTED_RECEIVER : _addressAt(at);
        if (swap.outputReceiver == address(0)) swap.outputReceiver = msg.sender;
    }

    function _addressAt(uint256 at) private view returns (address) {
        uint256 code = _codeAt(at);
        if (code == 0) return address(0);
        if (code == 1) return address(bytes20(_wordAt(at + 2)));
        return odosRouter.addressList(code - 2);
    }

    function _addressEnd(uint256 at) internal pure returns (uint256) {
        return at + (_codeAt(at) == 1 ? 22 : 2);
    }

    function _codeAt(uint256 at) private pure returns (uint256) {
        return uint16(bytes2(_wordAt(at)));
    }

    function _byteAt(uint256 at) internal pure returns (uint256) {
        return uint8(_wordAt(at)[0]);
    }

    /// @dev What lies past the end of the calldata reads as zero, as it does in the router.
    function _wordAt(uint256 at) internal pure returns (bytes32 word) {
        assembly ("memory-safe") {
            word := calldataload(at)
        }
    }
}
