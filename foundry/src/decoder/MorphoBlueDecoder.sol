// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {CallbackNotSupported} from "./DecoderError.sol";

struct MarketParams {
    address loanToken;
    address collateralToken;
    address oracle;
    address irm;
    uint256 lltv;
}

/// @notice Morpho Blue: a market is bound by its tokens, oracle and rate model, not by its LLTV.
contract MorphoBlueDecoder is BaseDecoder {
    function supply(
        MarketParams calldata params,
        uint256,
        uint256,
        address onBehalf,
        bytes calldata data
    ) external pure virtual returns (bytes memory) {
        return _packMarketWithoutCallback(params, onBehalf, data);
    }

    function repay(
        MarketParams calldata params,
        uint256,
        uint256,
        address onBehalf,
        bytes calldata data
    ) external pure virtual returns (bytes memory) {
        return _packMarketWithoutCallback(params, onBehalf, data);
    }

    function supplyCollateral(
        MarketParams calldata params,
        uint256,
        address onBehalf,
        bytes calldata data
    ) external pure virtual returns (bytes memory) {
        return _packMarketWithoutCallback(params, onBehalf, data);
    }

    function withdraw(
        MarketParams calldata params,
        uint256,
        uint256,
        address onBehalf,
        address receiver
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(_packMarket(params, onBehalf), receiver);
    }

    function borrow(
        MarketParams calldata params,
        uint256,
        uint256,
        address onBehalf,
        address receiver
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(_packMarket(params, onBehalf), receiver);
    }

    function withdrawCollateral(
        MarketParams calldata params,
        uint256,
        address onBehalf,
        address receiver
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(_packMarket(params, onBehalf), receiver);
    }

    function _packMarketWithoutCallback(
        MarketParams calldata params,
        address onBehalf,
        bytes calldata data
    ) private pure returns (bytes memory) {
        if (data.length != 0) revert CallbackNotSupported();
        return _packMarket(params, onBehalf);
    }

    function _packMarket(MarketParams calldata params, address onBehalf)
        private
        pure
        returns (bytes memory)
    {
        return abi.encodePacked(
            params.loanToken, params.collateralToken, params.oracle, params.irm, onBehalf
        );
    }
}
