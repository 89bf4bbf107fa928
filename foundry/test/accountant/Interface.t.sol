// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AccountantFixedRate} from "../../src/accountant/AccountantFixedRate.sol";
import {AccountantLegacy} from "../../src/accountant/AccountantLegacy.sol";
import {AccountantRateProviders} from "../../src/accountant/AccountantRateProviders.sol";
import {AccountantYieldStreaming} from "../../src/accountant/AccountantYieldStreaming.sol";
import {RateQuote} from "../../src/accountant/RateQuote.sol";
import {StreamingReplay} from "./StreamingReplay.sol";

/// @notice What an indexer relies on, as literals: selectors and topics.
contract AccountantInterfaceTest is StreamingReplay {
    function setUp() public {
        _deploy(Terms(6, 6, 1e6, 3600, 100, 1000, 1_750_000_000));
        vault.enter(address(this), address(base), 0, PAYOUT, 1e6);
    }

    function testSelectorsOfReads() public view {
        assertEq(_read(0x679aefce), 1e6); // getRate
        assertEq(_read(0x282a8700), 1e6); // getRateSafe
        assertEq(_read(0x5001f3b5), uint160(address(base)));
        assertEq(_read(0x313ce567), 6); // decimals
        assertEq(_read(0xfbfa77cf), uint160(address(vault)));
        assertEq(_read(0x433255de), uint160(PAYOUT)); // first word of accountantState
        assertEq(_read(0x01e1d114), 1e6); // totalAssets
        assertEq(_read(0xc830136a), 0); // getPendingVestingGains
        assertEq(_read(0xf3e5b2d4), 0); // getPendingUnvestedGains
        assertEq(_read(0xcff8ec79), 1e27); // lastVirtualSharePrice
        assertEq(RateQuote.getRateInQuote.selector, bytes4(0x1dcbb110));
        assertEq(RateQuote.getRateInQuoteSafe.selector, bytes4(0x820973da));
    }

    function testSelectorsOfActs() public pure {
        assertEq(AccountantRateProviders.claimFees.selector, bytes4(0x15a0ea6a));
        assertEq(AccountantFixedRate.claimYield.selector, bytes4(0x999927df));
        assertEq(AccountantRateProviders.pause.selector, bytes4(0x8456cb59));
        assertEq(AccountantRateProviders.unpause.selector, bytes4(0x3f4ba83a));
        assertEq(bytes4(keccak256("updateExchangeRate()")), bytes4(0x02ce728f));
    }

    function testTopicsOfRates() public pure {
        assertEq(
            RateQuote.ExchangeRateUpdated.selector,
            0xa95bc6aba40bbc4d95fc35f118c4cd8b53fc5d5b89ed264002af03503a7a9439
        );
        assertEq(
            AccountantYieldStreaming.YieldRecorded.selector,
            0x2583e410b6b90509698867351826d69a02f114f22c9b563a6247bf598e352b4c
        );
        assertEq(
            AccountantYieldStreaming.LossRecorded.selector,
            0xe9cdbf90cf9271cb882854f4919e4fc8a84f57c6b0bc2c3b5b6bf6f6b8755fa3
        );
        assertEq(
            RateQuote.FeesClaimed.selector,
            0x9493e5bbe4e8e0ac67284469a2d677403d0378a85a59e341d3abc433d0d9a209
        );
    }

    function testTopicsOfSettings() public pure {
        _assertTopic(RateQuote.Paused.selector, 0x9e87fac8);
        _assertTopic(RateQuote.Unpaused.selector, 0xa45f47fd);
        _assertTopic(AccountantRateProviders.PlatformFeeUpdated.selector, 0x84e4fe32);
        _assertTopic(AccountantRateProviders.PerformanceFeeUpdated.selector, 0xba8506b6);
        _assertTopic(AccountantRateProviders.HighwaterMarkReset.selector, 0x98637d47);
        _assertTopic(AccountantRateProviders.DelayInSecondsUpdated.selector, 0x5f7db254);
        _assertTopic(RateQuote.PayoutAddressUpdated.selector, 0xba2be5e8);
        _assertTopic(RateQuote.RateProviderUpdated.selector, 0x59f9adfe);
        _assertTopic(RateQuote.UpperBoundUpdated.selector, 0x67d3a3f6);
        _assertTopic(RateQuote.LowerBoundUpdated.selector, 0x76fe3c35);
        _assertTopic(AccountantFixedRate.YieldClaimed.selector, 0xc04825ba);
        _assertTopic(AccountantFixedRate.YieldDistributorUpdated.selector, 0x7d9c3ef9);
        _assertTopic(AccountantLegacy.ManagementFeeUpdated.selector, 0x7fa71bc8);
        _assertTopic(AccountantLegacy.DelayInSecondsUpdated.selector, 0xcccad74c);
    }

    function _read(bytes4 selector) private view returns (uint256) {
        (bool ok, bytes memory answer) = address(accountant).staticcall(abi.encodePacked(selector));
        assertTrue(ok);
        return uint256(bytes32(answer));
    }

    function _assertTopic(bytes32 topic, bytes4 expected) private pure {
        assertEq(bytes4(topic), expected);
    }
}
