// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {stdError} from "forge-std/StdError.sol";
import {Test} from "forge-std/Test.sol";
import {FixedRateIrm} from "../../src/double/morpho/FixedRateIrm.sol";
import {MarketParams} from "../../src/double/morpho/MarketParams.sol";
import {Morpho} from "../../src/double/morpho/Morpho.sol";
import {MarketOracle} from "../../src/double/oracle/MarketOracle.sol";
import {MintableToken} from "../../src/double/token/MintableToken.sol";

contract MorphoTest is Test {
    address private constant BOB = address(0xB0B);
    address private constant EVE = address(0xE5E);

    Morpho private morpho;
    MintableToken private loan;
    MintableToken private collateral;
    MarketOracle private oracle;
    MarketParams private params;
    bytes32 private id;

    function setUp() public {
        morpho = new Morpho(address(this));
        loan = new MintableToken(address(this), "USD Coin", "USDC", 6);
        collateral = new MintableToken(address(this), "Wrapped Ether", "WETH", 18);
        // 2000 USDC for one ether: 2000e6 / 1e18 * 1e36.
        oracle = new MarketOracle(address(this), 2000e24);
        // About a tenth a year.
        FixedRateIrm irm = new FixedRateIrm(3_170_979_198);
        params =
            MarketParams(address(loan), address(collateral), address(oracle), address(irm), 0.8e18);
        id = keccak256(abi.encode(params));
        morpho.enableIrm(address(irm));
        morpho.enableLltv(0.8e18);
        morpho.createMarket(params);
        loan.approve(address(morpho), type(uint256).max);
        collateral.approve(address(morpho), type(uint256).max);
        vm.prank(BOB);
        loan.approve(address(morpho), type(uint256).max);
    }

    function testFuzz_supplyAndWithdrawGiveBackNoMore(uint96 first, uint96 second, bool byShares)
        public
    {
        first = uint96(bound(first, 1, 1e18));
        second = uint96(bound(second, 1, 1e18));
        _supply(first);
        loan.mint(address(this), second);
        vm.expectEmit(address(morpho));
        emit Morpho.Supply(id, address(this), address(this), second, uint256(second) * 1e6);
        (, uint256 shares) = morpho.supply(params, second, 0, address(this), "");
        (uint256 assets, uint256 burnt) = byShares
            ? morpho.withdraw(params, 0, shares, address(this), EVE)
            : morpho.withdraw(params, second, 0, address(this), EVE);
        assertLe(assets, second);
        assertLe(burnt, shares);
        assertEq(loan.balanceOf(EVE), assets);
        assertApproxEqAbs(assets, second, 1);
    }

    function testFuzz_interestIsOwedAndOwned(uint96 supplied, uint96 borrowed, uint32 wait) public {
        supplied = uint96(bound(supplied, 1e6, 1e18));
        borrowed = uint96(bound(borrowed, 1, supplied));
        wait = uint32(bound(wait, 0, 1825 days));
        _supply(supplied);
        _supplyCollateral(1e12 ether);
        morpho.borrow(params, borrowed, 0, address(this), address(this));
        assertEq(loan.balanceOf(address(this)), borrowed);
        vm.warp(block.timestamp + wait);
        morpho.accrueInterest(params);
        (uint128 owned,, uint128 owed,,,) = morpho.market(id);
        uint256 x = uint256(3_170_979_198) * wait;
        uint256 square = x * x / 2e18;
        uint256 interest = uint256(borrowed) * (x + square + square * x / 3e18) / 1e18;
        assertEq(owned, supplied + interest);
        assertEq(owed, borrowed + interest);
        loan.mint(address(this), interest + 1);
        (, uint128 debtShares,) = morpho.position(id, address(this));
        (uint256 paid,) = morpho.repay(params, 0, debtShares, address(this), "");
        assertGe(paid, owed);
        (uint256 shares,,) = morpho.position(id, BOB);
        vm.prank(BOB);
        (uint256 back,) = morpho.withdraw(params, 0, shares, BOB, BOB);
        assertLe(back, loan.balanceOf(BOB));
        assertApproxEqAbs(back, owned, owned / 1e6 + 1);
        morpho.withdrawCollateral(params, 1e12 ether, address(this), EVE);
        assertEq(collateral.balanceOf(EVE), 1e12 ether);
        assertEq(collateral.balanceOf(address(morpho)), 0);
    }

    function testFuzz_borrowStopsAtTheLltv(uint96 amount) public {
        amount = uint96(bound(amount, 1, 100_000e6));
        _supply(1_000_000e6);
        _supplyCollateral(10 ether);
        // 10 ether at 2000 and 80 %.
        if (amount > 16_000e6) vm.expectRevert("insufficient collateral");
        morpho.borrow(params, amount, 0, address(this), EVE);
    }

    function test_aFallenPriceLocksTheCollateral() public {
        _supply(1_000_000e6);
        _supplyCollateral(10 ether);
        morpho.borrow(params, 8000e6, 0, address(this), EVE);
        morpho.withdrawCollateral(params, 5 ether, address(this), EVE);
        oracle.setPrice(1999e24);
        vm.expectRevert("insufficient collateral");
        morpho.withdrawCollateral(params, 1, address(this), EVE);
    }

    function test_onlyTheAuthorizedTake() public {
        _supply(100e6);
        vm.expectRevert("unauthorized");
        morpho.withdraw(params, 1, 0, BOB, address(this));
        vm.expectRevert("unauthorized");
        morpho.borrow(params, 1, 0, BOB, address(this));
        vm.expectRevert("unauthorized");
        morpho.withdrawCollateral(params, 1, BOB, address(this));
        vm.prank(BOB);
        morpho.setAuthorization(address(this), true);
        morpho.withdraw(params, 40e6, 0, BOB, EVE);
        assertEq(loan.balanceOf(EVE), 40e6);
    }

    function test_liquidityIsWhatIsNotLent() public {
        _supply(100e6);
        _supplyCollateral(10 ether);
        vm.expectRevert("insufficient liquidity");
        morpho.borrow(params, 101e6, 0, address(this), EVE);
        morpho.borrow(params, 60e6, 0, address(this), EVE);
        vm.prank(BOB);
        vm.expectRevert("insufficient liquidity");
        morpho.withdraw(params, 41e6, 0, BOB, BOB);
    }

    function test_refusals() public {
        vm.expectRevert("inconsistent input");
        morpho.supply(params, 0, 0, address(this), "");
        vm.expectRevert("inconsistent input");
        morpho.supply(params, 1, 1, address(this), "");
        vm.expectRevert("zero address");
        morpho.supply(params, 1, 0, address(0), "");
        vm.expectRevert("zero address");
        morpho.withdraw(params, 1, 0, address(this), address(0));
        vm.expectRevert("zero assets");
        morpho.supplyCollateral(params, 0, address(this), "");
        vm.expectRevert("callback not modelled");
        morpho.repay(params, 1, 0, address(this), "0");
        vm.expectRevert("market already created");
        morpho.createMarket(params);
        vm.expectRevert(stdError.arithmeticError);
        morpho.withdraw(params, 1, 0, address(this), address(this));
        MarketParams memory other = params;
        other.lltv = 0.9e18;
        vm.expectRevert("LLTV not enabled");
        morpho.createMarket(other);
        vm.expectRevert("market not created");
        morpho.supply(other, 1, 0, address(this), "");
        other.irm = BOB;
        vm.expectRevert("IRM not enabled");
        morpho.createMarket(other);
    }

    function _supply(uint256 amount) private {
        loan.mint(BOB, amount);
        vm.prank(BOB);
        morpho.supply(params, amount, 0, BOB, "");
    }

    function _supplyCollateral(uint256 amount) private {
        collateral.mint(address(this), amount);
        morpho.supplyCollateral(params, amount, address(this), "");
    }
}
