// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Test} from "forge-std/Test.sol";
import {EEth} from "../../src/double/etherfi/EEth.sol";
import {LiquidityPool} from "../../src/double/etherfi/LiquidityPool.sol";
import {WeEth} from "../../src/double/etherfi/WeEth.sol";
import {WithdrawRequestNft} from "../../src/double/etherfi/WithdrawRequestNft.sol";
import {StEth} from "../../src/double/lido/StEth.sol";
import {WithdrawalQueue} from "../../src/double/lido/WithdrawalQueue.sol";
import {WstEth} from "../../src/double/lido/WstEth.sol";
import {SharesToken} from "../../src/double/token/SharesToken.sol";

contract StakingTest is Test {
    address private constant BOB = address(0xB0B);

    StEth private stEth;
    WstEth private wstEth;
    WithdrawalQueue private queue;
    LiquidityPool private pool;
    EEth private eEth;
    WeEth private weEth;
    WithdrawRequestNft private nft;

    function setUp() public {
        stEth = new StEth(address(this));
        wstEth = new WstEth(address(stEth));
        queue = new WithdrawalQueue(address(this), address(stEth));
        stEth.setWithdrawalQueue(address(queue));
        pool = new LiquidityPool(address(this));
        eEth = new EEth(address(pool));
        weEth = new WeEth(address(eEth));
        nft = new WithdrawRequestNft(address(this), address(pool), address(eEth));
        pool.wire(address(eEth), address(nft));
        stEth.approve(address(wstEth), type(uint256).max);
        stEth.approve(address(queue), type(uint256).max);
        eEth.approve(address(pool), type(uint256).max);
        eEth.approve(address(weEth), type(uint256).max);
        vm.deal(address(this), type(uint128).max);
        vm.deal(BOB, type(uint128).max);
    }

    receive() external payable {}

    function testFuzz_stEthRebasesEveryHolder(uint96 mine, uint96 others, uint96 rewards) public {
        mine = uint96(bound(mine, 1, 1e26));
        others = uint96(bound(others, 1, 1e26));
        vm.expectEmit(address(stEth));
        emit StEth.Submitted(address(this), mine, BOB);
        vm.expectEmit(address(stEth));
        emit SharesToken.Transfer(address(0), address(this), mine);
        stEth.submit{value: mine}(BOB);
        vm.prank(BOB);
        stEth.submit{value: others}(address(0));
        assertEq(stEth.balanceOf(address(this)), mine);
        stEth.receiveRewards{value: rewards}();
        uint256 total = uint256(mine) + others + rewards;
        assertEq(stEth.totalSupply(), total);
        assertEq(address(stEth).balance, total);
        assertEq(stEth.balanceOf(address(this)), uint256(mine) * total / (uint256(mine) + others));
        assertLe(stEth.balanceOf(address(this)) + stEth.balanceOf(BOB), total);
    }

    function testFuzz_stEthTransfersLoseAtMostAWeiOfAShare(
        uint96 staked,
        uint96 rewards,
        uint96 sent
    ) public {
        staked = uint96(bound(staked, 1e9, 1e26));
        rewards = uint96(bound(rewards, 0, staked));
        stEth.submit{value: staked}(address(0));
        stEth.receiveRewards{value: rewards}();
        sent = uint96(bound(sent, 0, stEth.balanceOf(address(this))));
        stEth.transfer(BOB, sent);
        assertLe(stEth.balanceOf(BOB), sent);
        assertApproxEqAbs(stEth.balanceOf(BOB), sent, 2);
    }

    function testFuzz_wrapAndUnwrapGiveBackNoMore(uint96 staked, uint96 rewards, uint96 amount)
        public
    {
        staked = uint96(bound(staked, 1e9, 1e26));
        rewards = uint96(bound(rewards, 0, staked));
        stEth.submit{value: staked}(address(0));
        amount = uint96(bound(amount, 100, staked));
        uint256 shares = wstEth.wrap(amount);
        assertEq(wstEth.balanceOf(address(this)), shares);
        assertEq(stEth.sharesOf(address(wstEth)), shares);
        uint256 rate = wstEth.stEthPerToken();
        stEth.receiveRewards{value: rewards}();
        assertGe(wstEth.stEthPerToken(), rate);
        assertEq(wstEth.balanceOf(address(this)), shares);
        uint256 back = wstEth.unwrap(shares);
        assertEq(back, shares * stEth.getTotalPooledEther() / stEth.getTotalShares());
        assertGe(back + 2, amount);
        assertLe(stEth.sharesOf(address(wstEth)), 1);
    }

    function testFuzz_withdrawalPaysOnceWhatWasAsked(uint96 amount, uint96 rewards) public {
        amount = uint96(bound(amount, 1000, 1000 ether));
        vm.prank(BOB);
        stEth.submit{value: 5 ether}(address(0));
        stEth.submit{value: 1001 ether}(address(0));
        stEth.receiveRewards{value: rewards}();
        uint256[] memory ids = _request(amount);
        assertEq(queue.ownerOf(ids[0]), address(this));
        vm.expectRevert(
            abi.encodeWithSelector(WithdrawalQueue.RequestNotFoundOrNotFinalized.selector, 1)
        );
        queue.claimWithdrawal(1);
        stEth.receiveRewards{value: rewards}();
        queue.finalize(1);
        uint256 before = address(this).balance;
        uint256 claimable = queue.getClaimableEther(1);
        queue.claimWithdrawals(ids, ids);
        // Shares rounded down may be worth a little less than the amount.
        assertEq(address(this).balance - before, claimable);
        assertApproxEqAbs(claimable, amount, stEth.getPooledEthByShares(1) + 1);
        assertLe(claimable, amount);
        assertEq(address(queue).balance, 0);
        assertEq(address(stEth).balance, stEth.getTotalPooledEther());
        vm.expectRevert(abi.encodeWithSelector(WithdrawalQueue.RequestAlreadyClaimed.selector, 1));
        queue.claimWithdrawal(1);
    }

    function test_aLossBeforeFinalizationIsShared() public {
        stEth.submit{value: 100 ether}(address(0));
        _request(10 ether);
        stEth.takeLoss(50 ether);
        queue.finalize(1);
        assertEq(queue.getClaimableEther(1), 5 ether);
        assertEq(stEth.balanceOf(address(this)), 45 ether);
    }

    function test_lidoRefusals() public {
        vm.expectRevert(StEth.ZeroDeposit.selector);
        stEth.submit(address(0));
        vm.expectRevert(WstEth.ZeroAmount.selector);
        wstEth.wrap(0);
        vm.expectRevert(WstEth.ZeroAmount.selector);
        wstEth.unwrap(0);
        vm.expectRevert(StEth.OnlyWithdrawalQueue.selector);
        stEth.redeemForQueue(1, 1);
        uint256[] memory one = new uint256[](1);
        one[0] = 99;
        vm.expectRevert(abi.encodeWithSelector(WithdrawalQueue.RequestAmountTooSmall.selector, 99));
        queue.requestWithdrawals(one, address(0));
        one[0] = 1000 ether + 1;
        vm.expectRevert(
            abi.encodeWithSelector(WithdrawalQueue.RequestAmountTooLarge.selector, one[0])
        );
        queue.requestWithdrawals(one, address(0));
        vm.expectRevert(abi.encodeWithSelector(WithdrawalQueue.ArraysLengthMismatch.selector, 1, 0));
        queue.claimWithdrawals(one, new uint256[](0));
        vm.expectRevert(abi.encodeWithSelector(WithdrawalQueue.InvalidRequestId.selector, 1));
        queue.finalize(1);
        stEth.submit{value: 1 ether}(address(0));
        vm.expectRevert(SharesToken.BalanceExceeded.selector);
        stEth.transfer(BOB, 2 ether);
        vm.expectRevert(SharesToken.AllowanceExceeded.selector);
        stEth.transferFrom(BOB, address(this), 1);
        _request(1 ether);
        queue.finalize(1);
        vm.prank(BOB);
        vm.expectRevert(
            abi.encodeWithSelector(WithdrawalQueue.NotOwner.selector, BOB, address(this))
        );
        queue.claimWithdrawal(1);
        vm.prank(BOB);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BOB));
        stEth.takeLoss(1);
    }

    function testFuzz_etherFiRoundTripIsConserved(uint96 staked, uint96 rewards, uint96 amount)
        public
    {
        staked = uint96(bound(staked, 1e9, 1e26));
        rewards = uint96(bound(rewards, 0, staked));
        vm.expectEmit(address(eEth));
        emit SharesToken.Transfer(address(0), address(this), staked);
        vm.expectEmit(address(pool));
        emit LiquidityPool.Deposit(address(this), staked, 0, address(0));
        assertEq(pool.deposit{value: staked}(), staked);
        pool.rebase{value: rewards}();
        assertEq(eEth.balanceOf(address(this)), uint256(staked) + rewards);
        assertEq(weEth.getRate(), 1e18 * (uint256(staked) + rewards) / staked);
        amount = uint96(bound(amount, 10, uint256(staked) + rewards));
        uint256 id = pool.requestWithdraw(address(this), amount);
        vm.expectRevert(WithdrawRequestNft.RequestNotFinalized.selector);
        nft.claimWithdraw(id);
        nft.finalizeRequests(id);
        uint256 before = address(this).balance;
        nft.claimWithdraw(id);
        uint256 paid = address(this).balance - before;
        assertLe(paid, amount);
        assertApproxEqAbs(paid, amount, 2);
        assertEq(eEth.shares(address(nft)), 0);
        assertEq(address(pool).balance, pool.getTotalPooledEther());
        assertEq(pool.getTotalPooledEther(), uint256(staked) + rewards - paid);
    }

    function testFuzz_weEthKeepsItsShares(uint96 staked, uint96 amount, uint96 rewards) public {
        staked = uint96(bound(staked, 1e9, 1e26));
        amount = uint96(bound(amount, 10, staked));
        rewards = uint96(bound(rewards, 0, staked));
        pool.deposit{value: staked}(BOB);
        uint256 share = weEth.wrap(amount);
        assertEq(weEth.balanceOf(address(this)), share);
        assertEq(eEth.shares(address(weEth)), share);
        pool.rebase{value: rewards}();
        uint256 back = weEth.unwrap(share);
        assertEq(back, share * (uint256(staked) + rewards) / staked);
        assertEq(weEth.totalSupply(), 0);
    }

    function test_etherFiRefusals() public {
        vm.expectRevert(LiquidityPool.InvalidAmount.selector);
        pool.deposit();
        vm.expectRevert(LiquidityPool.InvalidAmount.selector);
        pool.requestWithdraw(address(this), 0);
        vm.expectRevert(LiquidityPool.IncorrectCaller.selector);
        pool.withdraw(1, 1);
        vm.expectRevert(LiquidityPool.AlreadyWired.selector);
        pool.wire(address(eEth), address(nft));
        vm.expectRevert(EEth.IncorrectCaller.selector);
        eEth.mintShares(BOB, 1);
        vm.expectRevert(WithdrawRequestNft.IncorrectCaller.selector);
        nft.requestWithdraw(1, 1, BOB);
        vm.expectRevert(WithdrawRequestNft.InvalidRequestId.selector);
        nft.finalizeRequests(1);
        vm.expectRevert(WeEth.ZeroAmount.selector);
        weEth.wrap(0);
        vm.expectRevert(WeEth.ZeroAmount.selector);
        weEth.unwrap(0);
        pool.deposit{value: 1 ether}();
        uint256 id = pool.requestWithdraw(BOB, 1 ether);
        vm.expectRevert(WithdrawRequestNft.NotTheOwnerOfNft.selector);
        nft.claimWithdraw(id);
    }

    function _request(uint256 amount) private returns (uint256[] memory) {
        uint256[] memory amounts = new uint256[](1);
        amounts[0] = amount;
        return queue.requestWithdrawals(amounts, address(0));
    }
}
