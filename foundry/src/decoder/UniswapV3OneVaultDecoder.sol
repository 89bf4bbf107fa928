// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BadTokenId} from "./DecoderError.sol";
import {
    CollectParams,
    DecreaseLiquidityParams,
    IncreaseLiquidityParams,
    PositionDecoder
} from "./PositionDecoder.sol";

/// @notice Positions as older decoders read them: made for one vault, whose positions alone are
/// touched.
contract UniswapV3OneVaultDecoder is PositionDecoder {
    address public immutable boringVault;

    constructor(address boringVault_, address positionManager_) PositionDecoder(positionManager_) {
        boringVault = boringVault_;
    }

    function increaseLiquidity(IncreaseLiquidityParams calldata params)
        external
        view
        virtual
        override
        returns (bytes memory)
    {
        _requireOwn(params.tokenId);
        (, address operator, address token0, address token1) =
            positionManager.positions(params.tokenId);
        return abi.encodePacked(operator, token0, token1);
    }

    function decreaseLiquidity(DecreaseLiquidityParams calldata params)
        external
        view
        virtual
        override
        returns (bytes memory)
    {
        _requireOwn(params.tokenId);
        return "";
    }

    function collect(CollectParams calldata params)
        external
        view
        virtual
        override
        returns (bytes memory)
    {
        _requireOwn(params.tokenId);
        return abi.encodePacked(params.recipient);
    }

    function _requireOwn(uint256 tokenId) private view {
        if (positionManager.ownerOf(tokenId) != boringVault) revert BadTokenId();
    }
}
