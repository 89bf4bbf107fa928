// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {
    BytesNotEmpty,
    PendleRouterDecoderAndSanitizer__AggregatorSwapsNotPermitted,
    PendleRouterDecoderAndSanitizer__LimitOrderYtMismatch
} from "./DecoderError.sol";
import {packAddresses} from "./Packing.sol";

struct ApproxParams {
    uint256 guessMin;
    uint256 guessMax;
    uint256 guessOffchain;
    uint256 maxIteration;
    uint256 eps;
}

struct AggregatorSwap {
    uint8 swapType;
    address extRouter;
    bytes extCalldata;
    bool needScale;
}

/// @dev What goes into SY or comes out of it; `tokenSy` is what the SY itself takes or gives.
struct TokenSwap {
    address token;
    uint256 amount;
    address tokenSy;
    address pendleSwap;
    AggregatorSwap swapData;
}

struct Order {
    uint256 salt;
    uint256 expiry;
    uint256 nonce;
    uint8 orderType;
    address token;
    address YT;
    address maker;
    address receiver;
    uint256 makingAmount;
    uint256 lnImpliedRate;
    uint256 failSafeRate;
    bytes permit;
}

struct FillOrderParams {
    Order order;
    bytes signature;
    uint256 makingAmount;
}

struct LimitOrderData {
    address limitRouter;
    uint256 epsSkipMarket;
    FillOrderParams[] normalFills;
    FillOrderParams[] flashFills;
    bytes optData;
}

/// @notice Pendle: SY, PT, YT and pools through the router. Swaps by aggregators are refused.
contract PendleDecoder is BaseDecoder {
    function mintSyFromToken(address user, address sy, uint256, TokenSwap calldata input)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return _packTokenSwap(user, sy, input);
    }

    function redeemSyToToken(address user, address sy, uint256, TokenSwap calldata output)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return _packTokenSwap(user, sy, output);
    }

    function mintPyFromSy(address user, address yt, uint256, uint256)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(user, yt);
    }

    function redeemPyToSy(address user, address yt, uint256, uint256)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(user, yt);
    }

    function addLiquidityDualSyAndPt(address user, address market, uint256, uint256, uint256)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(user, market);
    }

    function removeLiquidityDualSyAndPt(address user, address market, uint256, uint256, uint256)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(user, market);
    }

    function swapExactPtForYt(address user, address market, uint256, uint256, ApproxParams calldata)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(user, market);
    }

    function swapExactYtForPt(address user, address market, uint256, uint256, ApproxParams calldata)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(user, market);
    }

    function swapExactPtForSy(
        address receiver,
        address market,
        uint256,
        uint256,
        LimitOrderData calldata limit
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(receiver, market, _packLimit(limit));
    }

    function swapExactYtForSy(
        address receiver,
        address market,
        uint256,
        uint256,
        LimitOrderData calldata limit
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(receiver, market, _packLimit(limit));
    }

    function swapExactSyForPt(
        address receiver,
        address market,
        uint256,
        uint256,
        ApproxParams calldata,
        LimitOrderData calldata limit
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(receiver, market, _packLimit(limit));
    }

    function swapExactSyForYt(
        address receiver,
        address market,
        uint256,
        uint256,
        ApproxParams calldata,
        LimitOrderData calldata limit
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(receiver, market, _packLimit(limit));
    }

    function redeemDueInterestAndRewards(
        address user,
        address[] calldata sys,
        address[] calldata yts,
        address[] calldata markets
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(
            user, packAddresses(sys), packAddresses(yts), packAddresses(markets)
        );
    }

    function fill(
        FillOrderParams[] calldata params,
        address receiver,
        uint256,
        bytes calldata optData,
        bytes calldata callback
    ) external pure virtual returns (bytes memory) {
        if (params.length != 0) _requireYt(params, params[0].order.YT);
        if (optData.length != 0 || callback.length != 0) revert BytesNotEmpty();
        if (params.length == 0) return abi.encodePacked(receiver);
        return abi.encodePacked(receiver, params[0].order.YT);
    }

    function _packTokenSwap(address user, address sy, TokenSwap calldata swap)
        private
        pure
        returns (bytes memory)
    {
        if (
            swap.swapData.swapType != 0 || swap.swapData.extRouter != address(0)
                || swap.pendleSwap != address(0) || swap.token != swap.tokenSy
        ) revert PendleRouterDecoderAndSanitizer__AggregatorSwapsNotPermitted();
        return abi.encodePacked(
            user, sy, swap.token, swap.tokenSy, swap.pendleSwap, swap.swapData.extRouter
        );
    }

    /// @dev Nothing without a limit router; with one, the router and the one YT of all fills.
    function _packLimit(LimitOrderData calldata limit) private pure returns (bytes memory packed) {
        if (limit.limitRouter == address(0)) return "";
        packed = abi.encodePacked(limit.limitRouter);
        bool isNormal = limit.normalFills.length != 0;
        if (isNormal || limit.flashFills.length != 0) {
            address yt = isNormal ? limit.normalFills[0].order.YT : limit.flashFills[0].order.YT;
            _requireYt(limit.normalFills, yt);
            _requireYt(limit.flashFills, yt);
            packed = abi.encodePacked(packed, yt);
        }
        if (limit.optData.length != 0) revert BytesNotEmpty();
    }

    function _requireYt(FillOrderParams[] calldata fills, address yt) private pure {
        for (uint256 i; i < fills.length; ++i) {
            if (fills[i].order.YT != yt) {
                revert PendleRouterDecoderAndSanitizer__LimitOrderYtMismatch();
            }
        }
    }
}
