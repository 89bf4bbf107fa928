// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {CompactSwap, OdosCompactReader} from "./OdosCompactReader.sol";
import {SwapTokenInfo} from "./OdosDecoder.sol";
import {PriceBound, PriceSource} from "./PriceBound.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @dev The calldata sells the whole balance, which the decoder does not know.
error AmountNotNamed();

/// @notice Odos in full or packed: the least output is bound by two feeds, the amount must be named.
contract PricedOdosDecoder is BaseDecoder, OdosCompactReader, PriceBound {
    /// @dev All of what is quoted, as slippage is counted.
    uint256 private constant WHOLE = 0xffffff;

    constructor(address odosRouter_, PriceSource[] memory sources, uint256 maxLossBps_)
        OdosCompactReader(odosRouter_)
        PriceBound(sources, maxLossBps_)
    {}

    function swap(SwapTokenInfo calldata tokenInfo, bytes calldata, address executor, uint32)
        external
        view
        returns (bytes memory)
    {
        if (tokenInfo.inputAmount == 0) revert AmountNotNamed();
        _checkLeast(
            tokenInfo.inputToken, tokenInfo.outputToken, tokenInfo.inputAmount, tokenInfo.outputMin
        );
        return abi.encodePacked(
            tokenInfo.inputToken, tokenInfo.outputToken, tokenInfo.outputReceiver, executor
        );
    }

    function swapCompact() external view returns (bytes memory) {
        (uint256 amount, uint256 quote, uint256 slippage) = _readCompactAmounts();
        if (amount == 0) revert AmountNotNamed();
        CompactSwap memory compact = _readCompactSwap();
        uint256 least = Math.mulDiv(quote, WHOLE - slippage, WHOLE);
        _checkLeast(compact.inputToken, compact.outputToken, amount, least);
        return abi.encodePacked(
            compact.inputToken, compact.outputToken, compact.outputReceiver, compact.executor
        );
    }

    /// @dev Behind both tokens: two amounts after their lengths, and three bytes of slippage.
    function _readCompactAmounts()
        private
        pure
        returns (uint256 amount, uint256 quote, uint256 slippage)
    {
        uint256 at = _addressEnd(_addressEnd(4));
        amount = _numberAt(at);
        at += 1 + _byteAt(at);
        quote = _numberAt(at);
        at += 1 + _byteAt(at);
        slippage = uint24(bytes3(_wordAt(at)));
    }

    /// @dev As many bytes as the one before says; the last 32 of more than 32 count.
    function _numberAt(uint256 at) private pure returns (uint256) {
        uint256 width = _byteAt(at);
        if (width == 0) return 0;
        if (width >= 32) return uint256(_wordAt(at + 1 + width - 32));
        return uint256(_wordAt(at + 1)) >> (256 - 8 * width);
    }
}
